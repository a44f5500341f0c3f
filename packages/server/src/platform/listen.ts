import type pg from 'pg';
import { type ClientConfig, connectClient } from './connect.ts';

/**
 * Calls `handler` for each notification and reconnects when the connection is lost. Returns a function that stops it.
 */
export async function listen(
  config: ClientConfig,
  channel: string,
  handler: (payload: string) => void,
  options: {
    onError?: ((error: Error) => void) | undefined;
    /** Functions that open a new connection, because the current one may lead to a server that is gone. */
    renewals: Set<() => void>;
  },
): Promise<() => Promise<void>> {
  const { onError, renewals } = options;
  let current: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      client = await connectClient(config);
      if (stopped) return void client.end();
      const own = client;
      current = own;
      own.on('notification', (message) => handler(message.payload ?? ''));
      own.on('error', (error) => {
        onError?.(error);
        leave(own);
      });
      own.on('end', () => leave(own));
      await own.query(`listen ${channel}`);
    } catch (error) {
      onError?.(error as Error);
      if (client === undefined) later();
      else leave(client);
    }
  }

  /** An old connection may report its end late and more than once: only the current one is replaced. */
  function leave(client: pg.Client): void {
    if (current !== client) return;
    current = undefined;
    client.end().catch(() => undefined);
    later();
  }

  function later(): void {
    if (stopped) return;
    retry = setTimeout(() => void connect(), 500);
    retry.unref();
  }

  const renew = (): void => {
    if (current !== undefined) leave(current);
  };
  await connect();
  renewals.add(renew);
  return async () => {
    stopped = true;
    renewals.delete(renew);
    clearTimeout(retry);
    const client = current;
    current = undefined;
    await client?.end();
  };
}
