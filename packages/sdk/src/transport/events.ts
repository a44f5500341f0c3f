import { ConnectionError, ErrandError } from './errors.ts';
import { pause } from './pause.ts';
import type { Requester, RequestOptions } from './request.ts';

// Server-sent events over fetch, because EventSource sends no credential. A broken stream resumes after the last event
// id.

/** `connection` events come from the client and say whether the stream is live, which its first bytes show. */
export type ServerEvent = { event: string; data: unknown };

/** The server sends a keep-alive every 15 s. A connection that misses two of them is dead. */
const SILENCE_MS = 35_000;
const WAIT_MS_MAX = 10_000;

export async function* readEvents(
  request: Requester,
  path: string,
  { signal, headers }: RequestOptions = {},
): AsyncGenerator<ServerEvent> {
  let lastId = '';
  for (let failures = 0; ; ) {
    const silence = watchSilence();
    try {
      const response = await request.raw('GET', path, {
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
        headers: { ...headers, accept: 'text/event-stream', ...(lastId !== '' && { 'last-event-id': lastId }) },
      });
      if (response.status === 204 || response.body === null) return;
      let isLive = false;
      for await (const frames of readFrames(response.body)) {
        silence.heard();
        if (!isLive) yield { event: 'connection', data: 'live' };
        isLive = true;
        failures = 0;
        for (const { id, event, data } of frames) {
          if (id !== undefined) lastId = id;
          yield { event, data };
          if (event === 'end') return;
        }
      }
    } catch (error) {
      // An end without `end` must not look as if all had been said.
      signal?.throwIfAborted();
      const isFatal = error instanceof ErrandError && !error.retryable;
      if (isFatal) throw error;
    } finally {
      silence.end();
    }
    signal?.throwIfAborted();
    yield { event: 'connection', data: 'reconnecting' };
    await pause(Math.min(500 * 2 ** failures++, WAIT_MS_MAX) * (0.5 + Math.random() / 2), signal);
    if (failures > 100) throw new ConnectionError('The stream of events cannot be reached.');
  }
}

/** Also covers the headers, because a proxy that buffers whole responses sends none before the end. */
function watchSilence() {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), SILENCE_MS);
  let timer = start();
  return {
    signal: controller.signal,
    heard(): void {
      clearTimeout(timer);
      timer = start();
    },
    end: (): void => clearTimeout(timer),
  };
}

type Frame = { id?: string; event: string; data: unknown };

/** Yields the frames that each chunk of the body completes. There may be none. */
async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const texts = (buffer + decoder.decode(value, { stream: true })).split('\n\n');
      buffer = texts.pop() ?? '';
      yield texts.map(parseFrame).filter((frame) => frame !== undefined);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseFrame(text: string): Frame | undefined {
  const fields: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
  }
  if (fields.data === undefined) return undefined;
  return {
    ...(fields.id !== undefined && { id: fields.id }),
    event: fields.event ?? 'message',
    data: JSON.parse(fields.data),
  };
}
