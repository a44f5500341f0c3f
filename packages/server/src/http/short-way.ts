import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, hasRole, type Role } from '#platform/caller.ts';
import { isUuid } from '#platform/ids.ts';
import { readBearer } from './bearer.ts';
import { readRequestId } from './request-id.ts';
import type { RequestEvent } from './request-line.ts';

// The framework takes a third of the time of a small request. What this service is asked most, and in the usual way, is
// answered without it. Everything else about such a request is the framework's: it gets whatever is not plainly in order,
// with the body that was read meanwhile, and makes the errors.

export type ShortRequest = { caller: Caller; id: string; headers: IncomingHttpHeaders; body: Buffer };

/** Changes nothing yet. Gives what does the work and gives the JSON of a 200; undefined: this is for the framework. */
export type ShortHandler = (request: ShortRequest) => (() => Promise<string>) | undefined;

export type ShortWays = {
  /** POST to a path with one id in it, with a JSON body, by an API key with that role. */
  open(path: string, role: Role, handler: ShortHandler): void;
};

/** Larger bodies take so long that the framework does not matter. */
const BYTES_MAX = 16 * 1024;
const UUID_LENGTH = 36;
/** What these ask for is the framework's. */
const UNUSUAL = ['idempotency-key', 'x-organization-id', 'content-encoding'];

type Way = { before: string; after: string; route: string; role: Role; handler: ShortHandler };
type Taken = {
  request: IncomingMessage;
  response: ServerResponse;
  way: Way;
  caller: Caller;
  body: Buffer;
  startedAt: number;
};
const NOTHING = Buffer.alloc(0);

export function createShortWays(
  app: FastifyInstance,
  options: { tellRequest(event: RequestEvent): void; isStopping(): boolean },
): ShortWays {
  const { tellRequest, isStopping } = options;
  const ways: Way[] = [];
  /** Requests whose bodies came in this turn of the event loop. */
  let turn: Taken[] = [];

  function findCaller({ url, method, headers }: IncomingMessage, way: Way): Caller | undefined {
    const { before, after, role } = way;
    if (method !== 'POST' || !url!.startsWith(before) || !url!.endsWith(after)) return undefined;
    if (headers['content-type'] !== 'application/json' || headers.host === undefined) return undefined;
    const length = Number(headers['content-length']);
    if (!(length > 0 && length <= BYTES_MAX) || UNUSUAL.some((name) => headers[name] !== undefined)) return undefined;
    const bearer = readBearer(headers.authorization ?? '');
    const found = bearer === undefined ? undefined : app.identity.authenticate(bearer);
    if (found === undefined || found instanceof Promise || found.kind !== 'key') return undefined;
    if (!found.agentsEnabled || !hasRole(found.role, role)) return undefined;
    return { orgId: found.orgId, userId: found.userId, keyId: found.keyId, role: found.role };
  }

  function take(request: IncomingMessage, response: ServerResponse): boolean {
    const { length } = request.url!;
    const way = ways.find(({ before, after }) => length === before.length + UUID_LENGTH + after.length);
    const caller = way === undefined || isStopping() ? undefined : findCaller(request, way);
    if (caller === undefined) return false;
    receive({ request, response, way: way!, caller, body: NOTHING, startedAt: performance.now() });
    return true;
  }

  /** A client that goes away before the end of its body has asked for nothing. */
  function receive(taken: Taken): void {
    taken.request.on('data', (chunk: Buffer) => {
      taken.body = taken.body === NOTHING ? chunk : Buffer.concat([taken.body, chunk]);
    });
    taken.request.on('end', () => {
      if (turn.length === 0) setImmediate(answerTurn);
      turn.push(taken);
    });
  }

  /** Each step for all of them: a processor that has the code at hand takes less time for it (decision 0025). */
  function answerTurn(): void {
    const all = turn;
    turn = [];
    const prepared = all.map(prepare);
    for (const [index, taken] of all.entries()) {
      const work = prepared[index];
      if (work === undefined || (app.takeRequest?.(taken.caller.orgId) ?? 0) > 0) handOver(taken);
      else answer(taken, work);
    }
  }

  function prepare({ request, way, caller, body }: Taken): (() => Promise<string>) | undefined {
    const id = request.url!.slice(way.before.length, way.before.length + UUID_LENGTH);
    if (!isUuid(id) || id !== id.toLowerCase()) return undefined;
    try {
      return way.handler({ caller, id, headers: request.headers, body });
    } catch {
      // The framework comes to the same error, and can tell it.
      return undefined;
    }
  }

  function answer(taken: Taken, work: () => Promise<string>): void {
    work().then(
      (text) => send(taken, text),
      (error: unknown) => handOver(taken, error),
    );
  }

  function send({ request, response, way, caller, startedAt }: Taken, text: string): void {
    const reqId = readRequestId(request.headers['x-request-id']);
    const headers = ['x-request-id', reqId, 'x-content-type-options', 'nosniff', 'content-type', JSON_TYPE];
    headers.push('content-length', String(Buffer.byteLength(text)));
    if (isStopping()) headers.push('connection', 'close');
    response.writeHead(200, headers);
    response.end(text);
    const { orgId: org, keyId } = caller;
    const ms = performance.now() - startedAt;
    tellRequest({ reqId, method: 'POST', route: way.route, status: 200, ms, org, key: keyId ?? undefined });
  }

  function handOver({ request, response, caller, body }: Taken, error?: unknown): void {
    handedOver.set(request, { caller, body, error });
    app.routing(request, response);
  }

  return {
    open(path, role, handler) {
      const [before, after] = path.split(/:[a-z_]+/) as [string, string];
      ways.push({ before, after, route: path, role, handler });
      if (ways.length > 1) return;
      app.server.removeAllListeners('request');
      app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (!take(request, response)) app.routing(request, response);
      });
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

const handedOver = new WeakMap<IncomingMessage, { caller: Caller; body: Buffer; error: unknown }>();

/** A hook of the route behind a short way: what was read there is read again, and what went wrong there is told here. */
export function takeOver(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: Readable,
  done: (error: Error | null, payload?: Readable) => void,
): void {
  const given = handedOver.get(request.raw);
  if (given === undefined) done(null, payload);
  else if (given.error === undefined) done(null, Readable.from([given.body], { objectMode: false }));
  else {
    request.caller = given.caller;
    done(given.error as Error);
  }
}
