import { randomUUID } from 'node:crypto';
import { createBatcher } from '@errand/server/platform/batcher.ts';
import fastify from 'fastify';
import pg from 'pg';
import { runBodySchema } from './run-body.ts';

// A service built on another queue that does the same visible work: accept over HTTP, store a status row, queue, run,
// store a result row. There are two variants: `plain` with one transaction per request and per job, as is usual, and
// `batched` with our own group commit around both, which is as fast as we could make it.

export type Run = { id: string; input: string };

export type Peer = {
  /** Queues runs in the caller's transaction. */
  enqueue(client: pg.PoolClient, runs: Run[]): Promise<unknown>;
  /** Starts the workers. `run` does the jobs and returns when their results are stored. */
  work(run: (runs: Run[]) => Promise<void>): Promise<unknown>;
};

export async function servePeer(open: (url: string) => Promise<Peer>): Promise<void> {
  const url = process.env.DATABASE_URL!;
  const batched = process.env.BENCH_BATCHED === 'yes';
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  pool.on('error', () => undefined);
  await pool.query(`
    create table runs (id uuid primary key, status smallint not null default 0, inputs json not null, metadata json,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create table run_results (run_id uuid primary key, outputs json not null, finished_at timestamptz not null default now())`);
  const peer = await open(url);

  async function accept(runs: Run[]): Promise<undefined[]> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'accept',
        text: `insert into runs (id, inputs, metadata) select id, inputs::json, '{"source":"bench"}'
          from unnest($1::uuid[], $2::text[]) as run (id, inputs)`,
        values: [runs.map((run) => run.id), runs.map((run) => JSON.stringify([{ key: 'text', value: run.input }]))],
      });
      await peer.enqueue(client, runs);
      await client.query('commit');
    } finally {
      client.release();
    }
    return runs.map(() => undefined);
  }

  async function finish(runs: Run[]): Promise<undefined[]> {
    await pool.query({
      name: 'finish',
      text: `with done as (
          update runs set status = 3, updated_at = now() where id = any($1::uuid[]) returning id
        )
        insert into run_results (run_id, outputs) select id, outputs::json
        from unnest($1::uuid[], $2::text[]) as result (id, outputs)`,
      values: [
        runs.map((run) => run.id),
        runs.map(() => JSON.stringify([{ key: 'started', value: String(process.hrtime.bigint() / 1_000n) }])),
      ],
    });
    return runs.map(() => undefined);
  }

  const accepts = createBatcher<Run, void>({ itemsMax: 500, flush: accept });
  const finishes = createBatcher<Run, void>({ itemsMax: 200, flush: finish });
  await peer.work(async (runs) => {
    if (batched) await Promise.all(runs.map((run) => finishes.add(run)));
    else await finish(runs);
  });

  const app = fastify();
  const answer = { type: 'object', properties: { id: { type: 'string' } } } as const;
  app.post('/run/', { schema: { body: runBodySchema, response: { 200: answer } } }, async (request) => {
    const run = { id: randomUUID(), input: (request.body as { inputs: { text: string } }).inputs.text };
    await (batched ? accepts.add(run) : accept([run]));
    return { id: run.id };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('SIGTERM', () => process.exit());
  process.once('disconnect', () => process.exit());
  process.send!({ port: (app.server.address() as { port: number }).port });
}
