import type pg from 'pg';
import { type ClientConfig, connectClient } from './connect.ts';
import { encodeValue, getTypeParser } from './db-values.ts';

// A connection that leads to PostgreSQL itself and that nothing else uses: for what must not wait behind other work,
// and for locks that live as long as their connection.

export type Session = {
  query<Row extends object = Record<string, never>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** An answer that takes longer is not waited for: the connection may be dead, and the next one is not. */
const ANSWER_MS_MAX = 5_000;

/** `onLost`: told once when the connection ends without being closed. */
export async function openSession(
  config: ClientConfig,
  { onLost, limitMs = ANSWER_MS_MAX }: { onLost(error: Error): void; limitMs?: number },
): Promise<Session> {
  const opening = connectClient({ ...config, types: { getTypeParser } });
  const client = await limited(opening, limitMs).catch((error) => {
    opening.then(destroy).catch(() => undefined);
    throw error;
  });
  let isOpen = true;
  const leave = (error: Error): void => {
    destroy(client);
    if (!isOpen) return;
    isOpen = false;
    onLost(error);
  };
  client.on('error', leave);
  client.on('end', () => leave(new Error('Connection terminated')));

  async function inTime<T>(answer: Promise<T>): Promise<T> {
    try {
      return await limited(answer, limitMs);
    } catch (error) {
      if (!/^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code ?? ''))) leave(error as Error);
      throw error;
    }
  }

  return {
    async query(text, values = []) {
      const { rows } = await inTime(client.query(text, values.map(encodeValue)));
      return rows as never;
    },
    async close() {
      isOpen = false;
      await client.end().catch(() => undefined);
    },
  };
}

async function limited<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  answer.catch(() => undefined);
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(() => {
    // A process that was held up itself first reads what has arrived meanwhile.
    setImmediate(() => late.reject(new Error('Connection terminated: PostgreSQL does not respond.')));
  }, limitMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(limit);
  }
}

function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
