import { createInterface } from 'node:readline';

// A bridge for MCP clients that start a program. Each message on standard input is sent to the server's /mcp, and the
// response goes to standard output.

type Message = {
  id?: string | number;
  method?: string;
  params?: { name?: string; uri?: string; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: string };
};
type Options = {
  url: string;
  apiKey: string;
  input: NodeJS.ReadableStream;
  write(line: string): void;
  fetch?: typeof fetch;
};

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const INTERNAL_ERROR = -32_603;
const PARSE_ERROR = -32_700;

export async function bridge({ url, apiKey, input, write, fetch: send = fetch }: Options): Promise<void> {
  let negotiated: string | undefined;
  const waiting = new Map<string | number, AbortController>();
  const running = new Set<Promise<void>>();

  async function forward(text: string): Promise<void> {
    let message: Message;
    try {
      message = JSON.parse(text);
    } catch {
      return write(errorLine(null, PARSE_ERROR, 'Not JSON.'));
    }
    if (message.method === 'notifications/cancelled') {
      waiting.get((message.params as { requestId?: string }).requestId ?? '')?.abort();
    }
    const leaving = new AbortController();
    if (message.id !== undefined) waiting.set(message.id, leaving);
    try {
      const response = await send(`${url}/mcp`, {
        method: 'POST',
        body: text,
        signal: leaving.signal,
        headers: headersOf(message, negotiated, apiKey),
      });
      for await (const line of messagesOf(response)) {
        negotiated = (JSON.parse(line) as Message).result?.protocolVersion ?? negotiated;
        write(line);
      }
    } catch (error) {
      if (message.id === undefined || leaving.signal.aborted) return;
      write(errorLine(message.id, INTERNAL_ERROR, (error as Error).message));
    } finally {
      if (message.id !== undefined) waiting.delete(message.id);
    }
  }

  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const one = forward(line);
    running.add(one);
    void one.finally(() => running.delete(one));
    // Later requests need the protocol version of the first response.
    if (negotiated === undefined) await one;
  }
  await Promise.all(running);
}

function headersOf(
  { method, params }: Message,
  negotiated: string | undefined,
  apiKey: string,
): Record<string, string> {
  const version = params?._meta?.[VERSION_KEY] ?? negotiated;
  const name = params?.name ?? params?.uri;
  return {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** Yields one line per message, from a JSON body or an event stream. */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null) return;
  if (!type.startsWith('text/event-stream')) {
    const text = (await response.text()).trim();
    if (text === '') return;
    const body = JSON.parse(text);
    if (body.jsonrpc === undefined)
      throw new Error(body.detail ?? body.error ?? `The server responded with ${response.status}.`);
    yield JSON.stringify(body);
    return;
  }
  let left = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (left + chunk).split(/\r?\n\r?\n/);
    left = events.pop() ?? '';
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.length > 0 && data[0] !== '') yield data.join('');
    }
  }
}

const errorLine = (id: string | number | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
