import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Sends the same few requests again and again, on a thread of its own, so that the neighbour beside it measures the
// server and not the attacker. It takes no notice of Retry-After.

export type Assault = {
  origin: string;
  atOnce: number;
  requests: { method: string; path: string; headers: Record<string, string>; body?: Uint8Array }[];
};

const { origin, atOnce, requests } = workerData as Assault;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const statuses: Record<string, number> = {};
let running = true;

function send({ method, path, headers, body }: Assault['requests'][number]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const sent = request(new URL(path, origin), { method, agent, headers: { ...headers, ...length } }, (response) => {
    const status = String(response.statusCode);
    statuses[status] = (statuses[status] ?? 0) + 1;
    response.resume().once('close', () => {
      // A body that the server did not want to read would hold its connection.
      if (!sent.writableFinished) sent.destroy();
      resolve();
    });
  });
  sent.once('error', () => resolve());
  sent.end(body);
  return promise;
}

async function attack(lane: number): Promise<void> {
  for (let turn = lane; running; turn += atOnce) await send(requests[turn % requests.length]!);
}

parentPort!.once('message', () => {
  running = false;
});
await Promise.all(Array.from({ length: atOnce }, (_, lane) => attack(lane)));
agent.destroy();
parentPort!.postMessage(statuses);
parentPort!.close();
