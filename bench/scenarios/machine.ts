import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Lab } from '../lab.ts';
import { perSecond, type Row } from '../report.ts';

/** Measures what this machine can do at all, as the reference for the rest of the table. */
export async function measureMachine(lab: Lab): Promise<Row[]> {
  const { rows } = await lab.admin.query<{ version: string; settings: string }>(
    `select current_setting('server_version') as version, string_agg(name || ' ' || current_setting(name), ', ') as settings
      from unnest(array['fsync', 'synchronous_commit', 'shared_buffers']) as name`,
  );
  return [
    { figure: 'cores', ours: `${cpus().length} × ${cpus()[0]?.model.trim()}` },
    { figure: 'memory', ours: `${Math.round(totalmem() / 1024 ** 3)} GB` },
    { figure: 'programs', ours: `Node ${process.version}, PostgreSQL ${rows[0]!.version} (${rows[0]!.settings})` },
    { figure: 'fdatasync of an 8 KB write', ours: perSecond(measureSync(lab)) },
    {
      figure: 'bare unnest insert, 500 rows each, one column, one connection',
      ours: perSecond(await measureInsert(lab)),
    },
  ];
}

function measureSync(lab: Lab): number {
  const path = join(lab.folder, 'sync');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(8_192, 1);
  // Written once before, like PostgreSQL's log files, so that only contents change.
  for (let at = 0; at < 16 * 1024 ** 2; at += block.length) writeSync(file, block, 0, block.length, at);
  fdatasyncSync(file);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < (lab.quick ? 100 : 2_000)) {
    writeSync(file, block, 0, block.length, (count % 2_000) * block.length);
    fdatasyncSync(file);
    count += 1;
  }
  const rate = count / ((performance.now() - startedAt) / 1_000);
  closeSync(file);
  rmSync(path);
  return rate;
}

async function measureInsert(lab: Lab): Promise<number> {
  const { url, name } = await lab.createDatabase('empty');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table bare (value text)');
  const values = [Array.from({ length: 500 }, (_, index) => `value ${index}`)];
  const statement = { name: 'insert', text: 'insert into bare select unnest($1::text[])', values };
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await client.query(statement);
  const startedAt = performance.now();
  let rows = 0;
  while (performance.now() - startedAt < (lab.quick ? 100 : 3_000)) {
    await client.query(statement);
    rows += 500;
  }
  const rate = rows / ((performance.now() - startedAt) / 1_000);
  await client.end();
  await lab.dropDatabase(name);
  return rate;
}
