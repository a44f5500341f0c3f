import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { exhausting, refused } from '../../../test/workspace/hostile-statements.ts';
import { tricks } from '../../../test/workspace/hostile-tricks.ts';
import { destructiveWord } from '../sql/destructive.ts';
import { readStatements } from '../sql/statements.ts';
import { createParser } from './parser.ts';
import { openSession } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-tree-'));
for (const name of ['in', 'out', 'tmp']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'canary.csv'), 'word\ncanary\n');
process.chdir(folder);
const connection = await openSession({ folder, identity: null, threads: 1, memoryMb: 256, diskMb: 64, without: [] });
await connection.run('create table people as select 1 as id');
await connection.run('set lock_configuration = true');
const parser = createParser(connection, { checked: true });
after(() => {
  connection.closeSync();
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true, force: true });
});

/** Finds what refuses a statement: the statement reader, the tree check, or DuckDB when it binds the statement. */
async function refusedBy(sql: string): Promise<'text' | 'tree' | 'engine' | 'nobody'> {
  let statements: ReturnType<typeof readStatements>;
  try {
    statements = readStatements(sql);
  } catch {
    return 'text';
  }
  for (const { action, ...statement } of statements) {
    if (destructiveWord({ action, ...statement }) !== null) return 'text';
    if (action.kind === 'insert' && action.table !== 'people') return 'text';
    for (const column of action.kind === 'create' ? (action.columns ?? []) : []) {
      try {
        await parser.checkFragment(column.type, 'type');
      } catch {
        return 'tree';
      }
    }
    if (!('query' in action) || action.query === undefined) continue;
    try {
      await parser.parse(action.query, ['people']);
    } catch {
      return 'tree';
    }
    try {
      await connection.run(`explain ${action.query.sql}`);
      await connection.run(action.kind === 'insert' ? `insert into people ${action.query.sql}` : action.query.sql);
    } catch {
      return 'engine';
    }
  }
  return 'nobody';
}

test('forbidden statements are refused, nearly always before DuckDB sees them', async () => {
  const canary = join(folder, 'canary.csv');
  const statements = [...refused(canary, 'secrets_of_others'), ...tricks(canary, 'secrets_of_others')];
  assert.ok(statements.length > 450, `only ${statements.length}`);
  const counts = { text: 0, tree: 0, engine: 0, nobody: 0 };
  for (const sql of statements) {
    const by = await refusedBy(sql);
    assert.notEqual(by, 'nobody', sql.slice(0, 200));
    counts[by] += 1;
  }
  assert.ok(counts.engine < 20, JSON.stringify(counts));
});

test('statements that analysts write pass', async () => {
  const queries = [
    'select * from people',
    'select count(*), avg(id), max(id) over (partition by id order by id rows between 1 preceding and current row) from people group by id',
    'with a as (select 1 as x), b as (select * from a) select x from a join b using (x) order by 1 limit 5 offset 1',
    'with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select sum(n) from r',
    `select case when id > 1 then 'a' else 'b' end, coalesce(id, 0), id::varchar, date_trunc('month', now()), id in (1, 2), id between 1 and 2 from people`,
    `select list_transform([1, 2], lambda x: x + 1), {'a': 1}.a, [1, 2][1], 'a' like '%b', regexp_replace('a', 'b', 'c'), json_extract('{}', '$.a')`,
    'select * exclude (id) from (select 1 as id, 2 as x)',
    'select unnest([1, 2]) as n union all select n from generate_series(1, 3) t(n)',
    'select distinct on (id) id from people order by id',
    'select id, row_number() over () as n from people qualify n = 1',
    'from people select id where id > 0',
    'values (1, 2), (3, 4)',
    'summarize people',
    'select p.id from people p left join people q on p.id = q.id where exists (select 1 from people r where r.id = p.id)',
    "select string_agg(id::varchar, ',' order by id desc) filter (where id > 0) from people group by rollup(id)",
    `select strftime(timestamp '2024-01-05 10:00:00', '%Y'), interval '1 day', 1.5::decimal(10, 2), uuid(), md5('x')`,
  ];
  for (const sql of queries) await parser.parse({ sql, start: 0 }, ['people']);
  for (const sql of exhausting) {
    const { action } = readStatements(sql)[0]!;
    if ('query' in action && action.query) await parser.parse(action.query, ['people']);
  }
});
