import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTenant, httpRequest, type Lab, pause, type Tenant, withDatabase } from '../lab.ts';
import { median, ms, percentile, type Row } from '../report.ts';

// Measures SQL through the API against a bare DuckDB process, in the same run and on the same data.

const GROUP_BY = 'select k, count(*) as n, sum(v) as total, avg(w) as mean from TABLE group by k order by k';
const PROCESS_MS = 60;

export async function measureSql(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url, {
    ERRAND_BODY_BYTES_MAX: String(2 ** 31),
    ERRAND_SQL_CONCURRENCY: '8',
    ERRAND_SQL_ORG_CONCURRENCY: '8',
  });
  const bare = await startDuckDb();
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const api = createApi(server.port, tenant);
    return [
      await measureGroupBy(lab, api, bare.run),
      ...(await measureImport(lab, api, bare.run)),
      await measureAgents(lab, api, tenant),
      await measureOthers(lab, api, tenant, server.port),
    ];
  });
  bare.stop();
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

async function measureGroupBy(lab: Lab, api: Api, bare: Bare): Promise<Row> {
  const count = lab.quick ? 100_000 : 10_000_000;
  const file = join(lab.folder, 'numbers.parquet');
  await bare(
    `copy (select range % 1000 as k, range as v, range / 3 as w from range(${count})) to '${file}' (format parquet)`,
  );
  await api.upload('numbers', file);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < (lab.quick ? 2 : 7); round += 1) {
    theirs.push(await bare(GROUP_BY.replace('TABLE', `'${file}'`)));
    ours.push(await api.query(GROUP_BY.replace('TABLE', 'numbers')));
    // Waits until the pool has a process ready again.
    await pause(lab.quick ? 0 : 500);
  }
  const limit = 1.3 * median(theirs) + PROCESS_MS;
  return {
    figure: `group-by over ${count.toLocaleString('en-US')} rows through the API`,
    ours: ms(median(ours)),
    against: `${ms(median(theirs))} bare DuckDB`,
    ratio: median(ours) / median(theirs),
    target: `≤ 1.3 × + ${PROCESS_MS} ms`,
    met: median(ours) <= limit,
  };
}

/** Measures the import of bytes that are already stored, as for a bare DuckDB, and with the upload over HTTP. */
async function measureImport(lab: Lab, api: Api, bare: Bare): Promise<Row[]> {
  const count = lab.quick ? 20_000 : 3_000_000;
  const file = join(lab.folder, 'numbers.csv');
  await bare(
    `copy (select range as id, 'city ' || (range % 1000) as city, range / 7 as amount, timestamp '2026-01-01' + to_seconds(range) as at from range(${count})) to '${file}' (format csv, header)`,
  );
  const [imports, uploads, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < (lab.quick ? 1 : 3); round += 1) {
    theirs.push(await bare(`copy (select * from read_csv('${file}')) to '${file}.parquet' (format parquet)`));
    imports.push(await api.importSent(`sent_${round}`, file));
    const startedAt = performance.now();
    await api.upload(`uploaded_${round}`, file);
    uploads.push(performance.now() - startedAt);
  }
  const megabytes = (await stat(file)).size / 1_048_576;
  const rate = (times: number[]): string => `${(megabytes / (median(times) / 1_000)).toFixed(0)} MB/s`;
  const row = (figure: string, times: number[]) => ({
    figure,
    ours: rate(times),
    against: `${rate(theirs)} bare DuckDB`,
    ratio: median(theirs) / median(times),
  });
  return [
    {
      ...row(`CSV import of ${megabytes.toFixed(0)} MB`, imports),
      target: '≥ 0.7 ×',
      met: median(theirs) / median(imports) >= 0.7,
    },
    row('the same, sent over HTTP first', uploads),
  ];
}

async function measureAgents(lab: Lab, api: Api, { agentId }: Tenant): Promise<Row> {
  const count = lab.quick ? 50 : 1_000;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < (lab.quick ? 1 : 3); round += 1) {
    const startedAt = performance.now();
    const inputs = Array.from({ length: count }, (_, at) => ({ text: `many ${round} ${at}` }));
    const ids = (await api.post(`/v1/agents/run/${agentId}/async/many/`, { inputs })) as string[];
    for (;;) {
      const states = (await api.post('/v1/agents/jobs/statuses/', { job_ids: ids })) as { status: number }[];
      if (states.every(({ status }) => status >= 3)) break;
      await pause(20);
    }
    await api.post('/v1/agents/jobs/results/', { job_ids: ids });
    theirs.push(performance.now() - startedAt);
    ours.push(
      await api.query(
        `select run_agent_sync('${agentId}', map('text', 'sql ${round} ' || range)) as r from range(${count})`,
      ),
    );
  }
  return {
    figure: `run_agent_sync over ${count.toLocaleString('en-US')} rows`,
    ours: ms(median(ours)),
    against: `${ms(median(theirs))} run-many, statuses and results`,
    ratio: median(ours) / median(theirs),
    target: '≤ 1.5 ×',
    met: median(ours) <= 1.5 * median(theirs),
  };
}

/** Measures what other callers notice of eight heavy queries. */
async function measureOthers(lab: Lab, api: Api, tenant: Tenant, port: number): Promise<Row> {
  const load = () =>
    lab.load({
      host: '127.0.0.1',
      port,
      connections: 4,
      requests: [httpRequest('GET', `/v1/agents/${tenant.agentId}/`, { apiKey: tenant.apiKey })],
      rate: 100,
      total: lab.quick ? 50 : 1_500,
    });
  await load();
  const idle = percentile((await load()).latenciesMs, 0.99);
  const heavy = 'select count(*) from range(100000000000) a, range(1000000) b';
  const ids = await Promise.all(
    Array.from(
      { length: 8 },
      async () => ((await api.post('/v1/database/query/async/', { query: heavy })) as { id: string }).id,
    ),
  );
  await pause(lab.quick ? 200 : 3_000);
  const busy = percentile((await load()).latenciesMs, 0.99);
  for (const id of ids) await api.post(`/v1/database/query/${id}/cancel/`, {});
  return {
    figure: 'API p99 beside 8 heavy queries',
    ours: ms(busy),
    against: `${ms(idle)} idle`,
    ratio: busy / idle,
    target: '< 2 ×',
    met: busy < 2 * idle,
  };
}

type Bare = (sql: string) => Promise<number>;
type Api = ReturnType<typeof createApi>;

async function startDuckDb(): Promise<{ run: Bare; stop(): void }> {
  const child = fork(join(import.meta.dirname, '../children/duckdb.ts'), { execArgv: [] });
  await once(child, 'message');
  return {
    async run(sql) {
      child.send(sql);
      const [answer] = (await once(child, 'message')) as [{ ms: number }];
      return answer.ms;
    },
    stop: () => child.disconnect(),
  };
}

function createApi(port: number, { apiKey }: Tenant) {
  const base = `http://127.0.0.1:${port}`;
  const authorization = `Bearer ${apiKey}`;
  async function read(answer: Response): Promise<unknown> {
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const post = async (path: string, body: unknown): Promise<unknown> =>
    read(
      await fetch(base + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  return {
    post,
    async upload(table: string, file: string): Promise<void> {
      const form = new FormData();
      form.set('table_name', table);
      form.set('file', await openAsBlob(file), 'table');
      await read(await fetch(`${base}/v1/tables/upload/`, { method: 'POST', headers: { authorization }, body: form }));
    },
    /** Uploads the bytes, and returns how long it takes from then until the table exists. */
    async importSent(table: string, file: string): Promise<number> {
      const { upload_id: id, upload_url: url } = (await post('/v1/tables/upload/presigned-url/', {
        table_name: table,
      })) as { upload_id: string; upload_url: string };
      await read(await fetch(url, { method: 'PUT', body: await openAsBlob(file) }));
      const startedAt = performance.now();
      await post(`/v1/tables/upload/${id}/complete/`, {});
      for (;;) {
        const state = await read(await fetch(`${base}/v1/tables/upload/${id}/status/`, { headers: { authorization } }));
        const { status, error } = state as { status: string; error: string | null };
        if (status === 'COMPLETED') return performance.now() - startedAt;
        if (status === 'FAILED') throw new Error(`import: ${error}`);
        await pause(10);
      }
    },
    async query(query: string): Promise<number> {
      const startedAt = performance.now();
      await post('/v1/database/query/', { query });
      return performance.now() - startedAt;
    },
  };
}
