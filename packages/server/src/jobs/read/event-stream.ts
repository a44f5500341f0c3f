import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Db } from '#platform/db.ts';
import { isFinal } from '../record/model.ts';
import { findState } from '../record/store.ts';
import { findWait } from '../record/wait-store.ts';
import { waitView } from '../waits/model.ts';
import { findProgress } from './find-progress.ts';
import { listSteps } from './job-steps.ts';
import { eventViews } from './views.ts';

// Server-sent events of one job. The stream is computed from stored data, and the id of an event counts what has been
// sent (status events, steps, progress). So a client that reconnects with that id misses nothing, on any process.
// Browsers reconnect after every end of a stream; the id of the last event is marked, and a 204 stops them.

export type EventDeps = {
  database: Database;
  onJobNews(jobId: string, wake: () => void): () => void;
  stopping: AbortSignal;
};

const LOOK_MS = 1_000;
/** Proxies close idle connections; a comment keeps them open. */
const PING_MS = 15_000;

/** Suffix of the last event's id. */
const END = '.end';

type Position = { statuses: number; steps: number; progress: number };

export async function streamEvents(
  deps: EventDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id: jobId, db }: { id: string; db: Db },
): Promise<FastifyReply> {
  const { orgId } = request.caller;
  const lastId = String(request.headers['last-event-id'] ?? '');
  if (lastId.endsWith(END)) return reply.code(204).send();
  const position = readPosition(lastId);
  if (request.method === 'HEAD') return reply.type('text/event-stream').send();
  reply.hijack();
  const socket = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) socket.setHeader(name, value);
  socket.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  socket.write('retry: 1000\n\n');

  let wake: () => void = () => undefined;
  let news = true;
  const unsubscribe = deps.onJobNews(jobId, () => {
    news = true;
    wake();
  });
  let lastWriteAt = Date.now();
  try {
    while (!socket.destroyed && !deps.stopping.aborted) {
      if (news) {
        news = false;
        const { text, final } = await readNews(db, orgId, jobId, position);
        if (text !== '') {
          lastWriteAt = Date.now();
          // Do not buffer events for a client that does not read them.
          if (!socket.write(text)) await drained(socket);
        }
        if (final) break;
      }
      if (!news) await pause((resolve) => (wake = resolve), socket, deps.stopping);
      news = true;
      if (Date.now() - lastWriteAt > PING_MS) {
        socket.write(': still here\n\n');
        lastWriteAt = Date.now();
      }
    }
  } finally {
    unsubscribe();
    socket.end();
  }
  return reply;
}

async function readNews(
  db: Db,
  orgId: string,
  jobId: string,
  position: Position,
): Promise<{ text: string; final: boolean }> {
  const job = await findState(db, orgId, jobId);
  if (job === undefined) return { text: frame('end', position, { reason: 'gone' }), final: true };
  let text = '';
  // Steps and progress are read after the status, so that a final status is never sent before the last step.
  const steps = await listSteps(db, orgId, jobId, position.steps);
  const progress = await findProgress(db, orgId, jobId, position.progress);
  const events = eventViews(job.createdAt, job.events);
  const final = isFinal(job.status);
  // A repeated wait replaces its event. If the list became shorter, its last event is new.
  if (events.length < position.statuses) position.statuses = events.length - 1;
  const statuses = events.slice(position.statuses);
  const late = final && statuses.length > 0 ? statuses.splice(-1) : [];
  for (const event of statuses) {
    position.statuses += 1;
    text += frame('status', position, event);
    const wait = event.wait_id === undefined ? undefined : await findWait(db, orgId, event.wait_id);
    if (wait !== undefined) text += frame('waiting', position, waitView(wait));
  }
  for (const step of steps) {
    position.steps = step.seq;
    text += frame('step', position, step);
  }
  if (progress !== undefined) {
    position.progress = progress.seq;
    text += frame('progress', position, progress.data);
  }
  for (const event of late) {
    position.statuses += 1;
    text += frame('status', position, event);
  }
  if (final) text += frame('end', position, { status: job.status, error_message: job.errorMessage });
  return { text, final };
}

const frame = (event: string, position: Position, data: unknown): string =>
  `event: ${event}\nid: ${idOf(position)}${event === 'end' ? END : ''}\ndata: ${JSON.stringify(data)}\n\n`;

const idOf = ({ statuses, steps, progress }: Position): string => `${statuses}.${steps}.${progress}`;

function readPosition(lastId: string): Position {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(lastId);
  return match
    ? { statuses: Number(match[1]), steps: Number(match[2]), progress: Number(match[3]) }
    : { statuses: 0, steps: 0, progress: 0 };
}

function pause(
  register: (wake: () => void) => void,
  socket: NodeJS.WritableStream,
  stopping: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, LOOK_MS);
    function done(): void {
      clearTimeout(timer);
      socket.removeListener('close', done);
      stopping.removeEventListener('abort', done);
      resolve();
    }
    socket.once('close', done);
    stopping.addEventListener('abort', done, { once: true });
    register(done);
  });
}

function drained(socket: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}
