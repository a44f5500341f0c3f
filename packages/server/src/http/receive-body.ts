import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createJsonCount } from '#platform/json-count.ts';
import { JsonError } from '#platform/json-shape.ts';
import { SLICED_FROM } from '#platform/sliced-json.ts';
import { bodyKind, boundsOf, noteProblem } from './body.ts';
import { isWithinDoor } from './challenge.ts';
import { chargeReceipt, refuseDebtor } from './payer.ts';

// Receives large JSON bodies. Node reads up to 2 MB of a connection before it looks for other work, so without this a few
// connections with bodies of a megabyte keep everybody else waiting. Members are counted while they arrive, and what
// comes after too many of them is not kept.

/** Bodies from this length on are worth it. */
const LARGE = SLICED_FROM;

export function receiveLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    try {
      refuseUnread(request, reply);
    } catch (error) {
      return done(error as Error);
    }
    done(null, pace(request, payload as Readable) as never);
  });
}

function isLarge(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  if (length === undefined ? request.headers['transfer-encoding'] === undefined : Number(length) < LARGE) return false;
  return bodyKind(request) === 'json' && !isWithinDoor(request);
}

/** Whoever has used up their share is refused before their body is received. */
function refuseUnread(request: FastifyRequest, reply: FastifyReply): void {
  try {
    refuseDebtor(request);
  } catch (error) {
    reply.header('connection', 'close');
    throw error;
  }
}

/** Hands on one chunk in each turn of the event loop. */
function pace(request: FastifyRequest, payload: Readable): Transform {
  const count = request.routeOptions.config.carries === 'content' ? undefined : createJsonCount(boundsOf(request));
  let received = 0;
  let isOver = false;

  /** Returns whether the chunk is worth keeping. */
  function look(chunk: Buffer): boolean {
    received += chunk.length;
    chargeReceipt(request, chunk.length);
    if (isOver || count === undefined) return !isOver;
    try {
      count(chunk);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      noteProblem(request, error);
      isOver = true;
    }
    // The chunk with one member too many is kept, so that the body is not empty.
    return true;
  }

  const paced = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const kept = look(chunk);
      setImmediate(() => (kept ? callback(null, chunk) : callback()));
    },
  });
  // Fastify compares it with the announced length.
  Object.defineProperty(paced, 'receivedEncodedLength', { get: () => received });
  return pipeline(payload, paced, () => undefined);
}
