import fastify from 'fastify';
import pg from 'pg';
import { runBodySchema } from './run-body.ts';

// What both peers share: the same framework and validation in front, a status row and a result row of the product
// beside the library's own. A status row is what a client would poll; a result row is what it would read.

export const NEW_STATUS = `insert into peer_jobs (id, status, input) values ($1, 0, $2)`;
export const END_JOBS = `with done as (update peer_jobs set status = 3, finished_at = now() where id = any($1::uuid[]) returning id)
  insert into peer_results (id, output) select id, '[{"key":"output","value":"done"}]'::json from done`;

export async function preparePeer(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  pool.on('error', () => undefined);
  await pool.query(`create table if not exists peer_jobs
    (id uuid primary key, status smallint not null, input json not null, created_at timestamptz default now(), finished_at timestamptz)`);
  await pool.query('create table if not exists peer_results (id uuid primary key, output json not null)');
  return pool;
}

/** Accepts runs: `enqueue` writes the status row and the library's job. */
export async function servePeer(
  enqueue: (id: string, input: object) => Promise<void>,
  stop: () => Promise<void>,
): Promise<void> {
  const app = fastify();
  app.post('/run/', { schema: { body: runBodySchema } }, async (request) => {
    const id = crypto.randomUUID();
    await enqueue(id, request.body as object);
    return { id };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('SIGTERM', () => void stop().finally(() => process.exit()));
  process.once('disconnect', () => process.exit());
  process.send!({ port: (app.server.address() as { port: number }).port });
}
