import pg from 'pg';

/**
 * Calls `handler` for each notification and reconnects when the connection is lost. Returns a function that stops it.
 */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  handler: (payload: string) => void,
  onError?: (error: Error) => void,
): Promise<() => Promise<void>> {
  let current: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client(config);
    current = client;
    client.on('notification', (message) => handler(message.payload ?? ''));
    client.on('error', (error) => {
      onError?.(error);
      leave(client);
    });
    client.on('end', () => leave(client));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      onError?.(error as Error);
      leave(client);
    }
  }

  /** An old connection may report its end late and more than once: only the current one is replaced. */
  function leave(client: pg.Client): void {
    if (current !== client) return;
    current = undefined;
    client.end().catch(() => undefined);
    if (stopped) return;
    retry = setTimeout(() => void connect(), 500);
    retry.unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    const client = current;
    current = undefined;
    await client?.end();
  };
}
