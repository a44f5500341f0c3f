import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { hashApiKey } from '@errand/server/orgs/api-keys.ts';
import { type Directory, findKeyOwner, readDirectory } from './directory.ts';
import type { Primary } from './switch-over.ts';

// Sends each request to the processes of the primary where its organization lives. During a switch it holds the
// organization's requests, but not forever if the mover dies.

export type RoutedPrimary = Primary & { port: number };

/** A switch takes less time. Afterwards the owners' records decide. */
const HOLD_MS = 3_000;
/** How long in-flight requests may take before the source refuses them. */
const DRAIN_MS = 300;

type Hold = { released: Promise<void>; release(): void; timer: NodeJS.Timeout };

export function createRouter(primaries: RoutedPrimary[]) {
  let places: Directory = new Map();
  const keys = new Map<string, Promise<string | undefined>>();
  const holds = new Map<string, Hold>();
  const underWay = new Map<string, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });

  async function refresh(): Promise<void> {
    const read = await readDirectory(primaries);
    // Organizations on a primary that is down keep their place.
    const kept = [...places].filter(([, name]) => read.away.includes(name));
    places = new Map([...kept, ...read.places]);
  }

  async function hold(orgId: string): Promise<void> {
    if (!holds.has(orgId)) {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      holds.set(orgId, { released, release: resolve, timer: setTimeout(() => void release(orgId), HOLD_MS) });
    }
    const startedAt = performance.now();
    while ((underWay.get(orgId) ?? 0) > 0 && performance.now() - startedAt < DRAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** `to` is where it lives now, according to the mover. Without it, the records are read. */
  async function release(orgId: string, to?: string): Promise<void> {
    const held = holds.get(orgId);
    if (to === undefined) await refresh();
    else places.set(orgId, to);
    if (held === undefined) return;
    clearTimeout(held.timer);
    holds.delete(orgId);
    held.release();
  }

  /** Concurrent requests with the same key share one lookup. */
  async function findOrganization(incoming: IncomingMessage): Promise<string | undefined> {
    const key = /^Bearer (.+)$/i.exec(incoming.headers.authorization ?? '')?.[1];
    if (key === undefined) return undefined;
    let looked = keys.get(key);
    if (looked === undefined) {
      looked = findKeyOwner(primaries, hashApiKey(key));
      keys.set(key, looked);
    }
    const found = await looked.catch(() => undefined);
    if (found === undefined) keys.delete(key);
    return found;
  }

  async function route(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const orgId = await findOrganization(incoming);
    if (orgId === undefined) return refuse(response, 401, 'This key belongs to no organization of any primary.');
    await holds.get(orgId)?.released;
    if (!places.has(orgId)) await refresh();
    const primary = primaries.find(({ name }) => name === places.get(orgId));
    if (primary === undefined) {
      const detail = `Organization ${orgId} is on no primary that answers. Look at placement.owners of each, and run its move again.`;
      return refuse(response, 503, detail);
    }
    underWay.set(orgId, (underWay.get(orgId) ?? 0) + 1);
    await forward({ incoming, body, response, port: primary.port, agent }).finally(() =>
      underWay.set(orgId, underWay.get(orgId)! - 1),
    );
  }

  const server = createServer((incoming, response) => {
    route(incoming, response).catch((error: Error) => refuse(response, 502, error.message));
  });
  return {
    refresh,
    hold,
    release,
    async start(): Promise<number> {
      await refresh();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as { port: number }).port;
    },
    stop(): void {
      for (const { timer } of holds.values()) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

type Forward = { incoming: IncomingMessage; body: Buffer; response: ServerResponse; port: number; agent: Agent };

function forward(given: Forward): Promise<void> {
  const { incoming, body, response, port, agent } = given;
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      answer.once('end', resolve).once('error', reject);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection at the moment it was reused, so it has not read the request.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !response.headersSent;
      if (isStale) forward(given).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(body);
  });
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { detail } }));
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
