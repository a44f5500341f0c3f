import { connect, type Socket } from 'node:net';
import { until } from './harness.ts';

/** A client that sends what it is told, byte by byte if need be, and keeps what comes back. */
export type RawClient = {
  send(bytes: string | Uint8Array): Promise<void>;
  /** Resolves when the server has closed the connection or an answer is complete; gives all that came. */
  answer(): Promise<{ status: number; body: any; text: string }>;
  isClosed(): boolean;
  received(): string;
  destroy(): void;
};

export async function connectRaw(baseUrl: string): Promise<RawClient> {
  const { hostname, port } = new URL(baseUrl);
  const socket: Socket = connect(Number(port), hostname);
  let text = '';
  let closed = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('close', () => {
    closed = true;
  });
  // A server that hangs up while we still send is what some tests are about.
  socket.on('error', () => {
    closed = true;
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    send: (bytes) =>
      new Promise((resolve) => {
        if (closed) resolve();
        else socket.write(bytes, () => resolve());
      }),
    async answer() {
      await until(async () => closed || isComplete(text), 'an answer');
      const [head = '', body = ''] = splitOnce(text, '\r\n\r\n');
      return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), body: parse(body), text };
    },
    isClosed: () => closed,
    received: () => text,
    destroy: () => socket.destroy(),
  };
}

function isComplete(text: string): boolean {
  const [head, body = ''] = splitOnce(text, '\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head ?? '')?.[1];
  return length !== undefined && body.length >= Number(length);
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function parse(body: string): unknown {
  try {
    // A single chunk, when the length was not known.
    return JSON.parse(body.replace(/^[0-9a-f]+\r\n([\s\S]*)\r\n0\r\n\r\n$/, '$1'));
  } catch {
    return undefined;
  }
}
