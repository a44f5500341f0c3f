import { setTimeout as delay } from 'node:timers/promises';

/** Asks for the health of the service again and again; `stop` gives how often it was answered. */
export function startPulse(baseUrl: string): { stop(): Promise<number> } {
  let stopped = false;
  let count = 0;
  const beating = (async () => {
    while (!stopped) {
      const response = await fetch(`${baseUrl}/health/`);
      await response.arrayBuffer();
      if (response.status === 200) count += 1;
      // More often would take the time of what goes on beside it.
      await delay(5);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await beating;
      return count;
    },
  };
}
