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
  id: string;
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
  const bytesMax = Math.min(BYTES_MAX, app.initialConfig.bodyLimit ?? BYTES_MAX);
  const ways: Way[] = [];
  /** Requests whose bodies came in this turn of the event loop. */
  let turn: Taken[] = [];

  function findCaller({ headers }: IncomingMessage, role: Role): Caller | undefined {
    if (headers['content-type'] !== 'application/json' || headers.host === undefined) return undefined;
    const length = Number(headers['content-length']);
    if (!(length > 0 && length <= bytesMax) || UNUSUAL.some((name) => headers[name] !== undefined)) return undefined;
    const bearer = readBearer(headers.authorization ?? '');
    const found = bearer === undefined ? undefined : app.identity.authenticate(bearer);
    // The framework asks again, and waits for it.
    if (found instanceof Promise) found.catch(() => undefined);
    if (found === undefined || found instanceof Promise || found.kind !== 'key') return undefined;
    if (!found.agentsEnabled || !hasRole(found.role, role)) return undefined;
    return { orgId: found.orgId, userId: found.userId, keyId: found.keyId, role: found.role };
  }

  function take(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url!;
    const way = ways.find(({ before, after }) => url.length === before.length + UUID_LENGTH + after.length);
    if (way === undefined || request.method !== 'POST' || isStopping()) return false;
    if (!url.startsWith(way.before) || !url.endsWith(way.after)) return false;
    const id = url.slice(way.before.length, way.before.length + UUID_LENGTH);
    const caller = isUuid(id) && id === id.toLowerCase() ? findCaller(request, way.role) : undefined;
    if (caller === undefined) return false;
    receive({ request, response, way, id, caller, body: NOTHING, startedAt: performance.now() });
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
    for (const [index, taken] of all.entries()) guard(taken, () => answer(taken, prepared[index]));
  }

  function prepare({ request, way, id, caller, body }: Taken): (() => Promise<string>) | undefined {
    try {
      return way.handler({ caller, id, headers: request.headers, body });
    } catch {
      // The framework comes to the same error, and can tell it.
      return undefined;
    }
  }

  function answer(taken: Taken, work: (() => Promise<string>) | undefined): void {
    if (work === undefined || (app.takeRequest?.(taken.caller.orgId) ?? 0) > 0) handOver(taken);
    else
      work().then(
        (text) => guard(taken, () => send(taken, text)),
        (error: unknown) => guard(taken, () => handOver(taken, asError(error))),
      );
  }

  /** Nothing here throws. If it does after all, one client loses its connection, and nobody else notices. */
  function guard({ response }: Taken, step: () => void): void {
    try {
      step();
    } catch (error) {
      app.log.error({ err: error, event: 'http.error' }, 'request failed');
      response.destroy();
    }
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

  /** With `failure` its work was begun: it is told, and the work is not done again. */
  function handOver({ request, response, caller, body, startedAt }: Taken, failure?: Error): void {
    handedOver.set(request, { caller, body, startedAt, failure });
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

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

type HandedOver = { caller: Caller; body: Buffer; startedAt: number; failure: Error | undefined };
const handedOver = new WeakMap<IncomingMessage, HandedOver>();

/** When a request that was handed over came; undefined: it was not. */
export const takenAt = (request: IncomingMessage): number | undefined => handedOver.get(request)?.startedAt;

// Two hooks of the route behind a short way.

/** Before anything is asked again: who sent the request was known when its work began. */
export function tellFailure(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const given = handedOver.get(request.raw);
  if (given?.failure !== undefined) request.caller = given.caller;
  done(given?.failure);
}

/** The body was read already. */
export function giveBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: Readable,
  done: (error: null, payload: Readable) => void,
): void {
  const given = handedOver.get(request.raw);
  done(null, given === undefined ? payload : Readable.from([given.body], { objectMode: false }));
}
