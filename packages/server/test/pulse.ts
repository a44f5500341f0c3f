/** Asks for the health of the service again and again; `stop` gives how often it was answered. */
export function startPulse(baseUrl: string): { stop(): Promise<number> } {
  let stopped = false;
  let count = 0;
  const beating = (async () => {
    while (!stopped) {
      const response = await fetch(`${baseUrl}/health/`);
      await response.arrayBuffer();
      if (response.status === 200) count += 1;
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
