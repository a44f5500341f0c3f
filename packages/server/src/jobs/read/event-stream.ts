import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db.ts';
import { type FollowDeps, followJob, type JobNews, newPosition, type Position } from './follow-job.ts';

// Server-sent events of one job. The id of an event is the position after it. Browsers reconnect after every end of a
// stream; the id of the last event is marked, and a 204 stops them.

export type EventDeps = FollowDeps;

/** Proxies close idle connections; a comment keeps them open. */
const PING_MS = 15_000;

/** Suffix of the last event's id. */
const END = '.end';

type Streamed = {
  id: string;
  db: Db;
  /** Members that the last event has in addition. */
  addToEnd?(): Promise<Record<string, unknown>>;
};

export async function streamEvents(
  deps: EventDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id: jobId, db, addToEnd }: Streamed,
): Promise<FastifyReply> {
  const lastId = String(request.headers['last-event-id'] ?? '');
  if (lastId.endsWith(END)) return reply.code(204).send();
  const position = readPosition(lastId);
  if (request.method === 'HEAD') return reply.type('text/event-stream').send();
  const socket = openEventStream(reply);
  socket.write('retry: 1000\n\n');
  const left = new AbortController();
  socket.once('close', () => left.abort());
  let lastWriteAt = Date.now();
  try {
    const { orgId, role: reader } = request.caller;
    const follow = { orgId, reader, jobId, db, position, signal: left.signal };
    for await (const news of followJob(deps, follow)) {
      let text = '';
      for (const one of news) text += frame(one, one.event === 'end' ? await addToEnd?.() : undefined);
      if (text === '' && Date.now() - lastWriteAt > PING_MS) text = ': still here\n\n';
      if (text === '') continue;
      lastWriteAt = Date.now();
      // Do not buffer events for a client that does not read them.
      if (!socket.write(text)) await drained(socket);
    }
  } finally {
    socket.end();
  }
  return reply;
}

/** Takes the response over and begins it. */
export function openEventStream(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack();
  const socket = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) socket.setHeader(name, value);
  socket.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  return socket;
}

const frame = ({ event, position, data }: JobNews, more: Record<string, unknown> | undefined): string =>
  `event: ${event}\nid: ${idOf(position)}${event === 'end' ? END : ''}\ndata: ${JSON.stringify(more ? { ...(data as object), ...more } : data)}\n\n`;

/** Jobs without words keep the short form. */
const idOf = ({ statuses, steps, progress, generation, offset }: Position): string =>
  [statuses, steps, progress, ...(generation > 0 ? [generation, offset] : [])].join('.');

function readPosition(lastId: string): Position {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9})\.(\d{1,9}))?$/.exec(lastId);
  if (match === null) return newPosition();
  const [statuses, steps, progress, generation, offset] = match.slice(1).map((part) => Number(part ?? 0));
  return { statuses: statuses!, steps: steps!, progress: progress!, generation: generation!, offset: offset! };
}

export function drained(socket: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}
