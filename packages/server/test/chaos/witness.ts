import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// What really happened, seen from outside: a counter that no crash of the service can touch.

export type Sight = {
  event: 'start' | 'begin' | 'end' | 'crash';
  jobId: string;
  attempt: number;
  step: string;
  pid: number;
  at: number;
};

export type Witness = Awaited<ReturnType<typeof startWitness>>;

export async function startWitness(onCrash: (pid: number) => void) {
  const sights: Sight[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url!, 'http://witness').searchParams;
    const sight: Sight = {
      event: query.get('event') as Sight['event'],
      jobId: query.get('job')!,
      attempt: Number(query.get('attempt')),
      step: query.get('step') ?? '',
      pid: Number(query.get('pid')),
      at: Number(query.get('at')),
    };
    sights.push(sight);
    if (sight.event === 'crash') onCrash(sight.pid);
    response.end();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sights,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
