import type pg from 'pg';
import { type ClientConfig, connectClient } from './connect.ts';
import { encodeValue, getTypeParser } from './db-values.ts';

// A dedicated direct connection to PostgreSQL, for statements that must not wait behind other work, and for locks that
// live as long as their connection.

export type Session = {
  query<Row extends object = Record<string, never>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** A connection that takes longer to answer is given up, because it may be dead. */
const ANSWER_MS_MAX = 5_000;

/** Opens a session. Calls `onLost` once if the connection ends without being closed. */
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
    // If this process itself was stalled, it first reads what has arrived in the meantime.
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
