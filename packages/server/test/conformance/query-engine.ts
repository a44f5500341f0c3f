import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { type EngineAnswer, EngineError, type EngineRequest, type QueryEngine } from '#workspace/engine/engine.ts';
import type { PinnedTable } from '#workspace/model/table.ts';

// What every query engine has to hold, whatever runs the SQL.

export type EngineSetup = { engine: QueryEngine; storage: Storage };

export function testQueryEngine(name: string, setup: () => EngineSetup): void {
  const part = (sql: string) => ({ sql, start: 0 });

  async function run(request: EngineRequest): Promise<{ answer: EngineAnswer; content: string }> {
    let content = '';
    const answer = await setup().engine.run({
      ...request,
      async keep(chunks) {
        content = await readText(chunks as never);
      },
    });
    return { answer, content };
  }

  const select = (sql: string, more: Partial<EngineRequest> & { rowsMax?: number; bytesMax?: number } = {}) => {
    const { rowsMax = 1_000, bytesMax = 1_000_000, ...rest } = more;
    return run({
      task: { kind: 'select', query: part(sql), rowsMax, bytesMax, columnsMax: 100 },
      timeoutMs: 20_000,
      ...rest,
    });
  };
  const rowsOf = async (sql: string, more?: Parameters<typeof select>[1]): Promise<unknown[][]> =>
    (await select(sql, more)).content
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  async function makeTable(tableName: string, sql: string): Promise<PinnedTable> {
    const key = `tables/conformance/${tableName}.parquet`;
    const answer = await setup().engine.run({
      task: { kind: 'write', query: part(sql), columnsMax: 100 },
      timeoutMs: 20_000,
      keep: async (content) => void (await setup().storage.put(key, content)),
    });
    const segments = [{ key, rows: answer.rows, bytes: answer.bytes }];
    return { id: tableName, name: tableName, columns: answer.columns, segments, revision: 1, shape: 1 };
  }

  const fails =
    (reason: EngineError['reason'], message = /./) =>
    (error: unknown): boolean => {
      assert.ok(error instanceof EngineError, String(error));
      assert.equal(error.reason, reason, error.message);
      assert.match(error.message, message);
      return true;
    };

  describe(`${name}: types`, () => {
    test('numbers, truth values and null are JSON, everything else is text', async () => {
      const [row] = await rowsOf(
        `select 1::tinyint, 2::bigint, 1.5::double, 2.50::decimal(5, 2), true, null, 'text', date '2024-01-05', timestamp '2024-01-05 10:00:00', [1, null], {'a': 1}, '\\xAA'::blob`,
      );
      assert.deepEqual(row!.slice(0, 11), [
        1,
        2,
        1.5,
        2.5,
        true,
        null,
        'text',
        '2024-01-05',
        '2024-01-05 10:00:00',
        '[1,null]',
        '{"a":1}',
      ]);
    });
    test('what is written is read with its type', async () => {
      const table = await makeTable(
        'typed',
        `select 1::bigint as a, 'é😀' as b, 170141183460469231731687303715884105727::hugeint - 170141183460469231731687303715884105700 as c, [1, 2] as d, null::double as e`,
      );
      assert.deepEqual(
        table.columns.map(({ type, nullable }) => `${type} ${nullable}`),
        ['BIGINT false', 'VARCHAR false', 'DECIMAL(38,0) false', 'INTEGER[] false', 'DOUBLE true'],
      );
      assert.deepEqual(await rowsOf('select * from typed', { tables: [table] }), [[1, 'é😀', 27, '[1,2]', null]]);
    });
  });

  describe(`${name}: limits`, () => {
    test('rows and bytes are bounded, and that shows', async () => {
      const { answer, content } = await select('select range as n from range(5000)', { rowsMax: 1_500 });
      assert.deepEqual([answer.rows, answer.truncated, answer.offsets.length], [1_500, true, 2]);
      assert.deepEqual(JSON.parse(content.slice(answer.offsets[1]).split('\n')[0]!), [1_000]);
      const bytes = await select(`select repeat('x', 1000) from range(5000)`, { bytesMax: 50_000, rowsMax: 5_000 });
      assert.ok(bytes.answer.truncated && bytes.content.length < 60_000);
      const cell = await select(`select repeat('x', 3000000)`, { bytesMax: 10_000_000 });
      assert.ok(cell.answer.truncated && cell.content.length < 1_100_000);
    });
    test('time is bounded', async () => {
      await assert.rejects(
        select('select count(*) from range(10000000000) a, range(100000) b', { timeoutMs: 1_000 }),
        fails('limit', /longer than/),
      );
    });
    test('memory is bounded', async () => {
      await assert.rejects(
        select(`select length(string_agg(repeat('x', 1000000), '')) from range(100000)`),
        fails('limit', /memory/),
      );
    });
  });

  test(`${name}: a cancelled query ends at once`, async () => {
    const abort = new AbortController();
    const running = select('select count(*) from range(10000000000) a, range(100000) b', { signal: abort.signal });
    setImmediate(() => abort.abort());
    await assert.rejects(running, fails('cancelled'));
    await assert.rejects(select('select 1', { signal: abort.signal }), fails('cancelled'));
    // Also when it happens before the engine has got to it.
    const early = new AbortController();
    const many = Array.from({ length: 3 }, () =>
      assert.rejects(select('select 1', { signal: early.signal }), fails('cancelled')),
    );
    early.abort();
    await Promise.all(many);
  });

  describe(`${name}: isolation`, () => {
    test('only the given tables are there', async () => {
      const table = await makeTable('mine', 'select 1 as a');
      assert.deepEqual(await rowsOf('select a from mine', { tables: [table] }), [[1]]);
      await assert.rejects(rowsOf('select a from mine'), fails('sql', /no table 'mine'/));
    });
    test('nothing stays from one query to the next', async () => {
      await run({ task: { kind: 'write', query: part('select 1 as a'), columnsMax: 10 }, timeoutMs: 20_000 });
      await assert.rejects(rowsOf('select * from errand_target'), fails('sql'));
    });
  });

  describe(`${name}: errors`, () => {
    test('say what and where', async () => {
      const at = (position: number) => (error: unknown) =>
        (error as EngineError).position === position && fails('sql')(error);
      await assert.rejects(select(`select 'é', nope`), at(12));
      await assert.rejects(select('select * from nope'), at(14));
      await assert.rejects(select('select 1; select 2'), fails('sql'));
      await assert.rejects(select('drop table x'), fails('sql'));
    });
    test('a query after any of them works', async () => {
      assert.deepEqual(await rowsOf('select 42'), [[42]]);
    });
  });

  test(`${name}: agent calls are collected once per distinct arguments, and answers take their places`, async () => {
    const query = part(`select range as n, run_agent('a', map('k', range % 2)) as job from range(4) order by n`);
    const ask = (callsMax: number, rounds: string[] = []) =>
      run({
        task: { kind: 'select', query, callsMax, rowsMax: 10, bytesMax: 10_000, columnsMax: 10 },
        rounds,
        timeoutMs: 20_000,
      });
    const calls = await ask(10);
    const lines = calls.content.trim().split('\n');
    const keys = lines.map((line) => line.split('\t')[0]!);
    assert.deepEqual([calls.answer.calls, calls.answer.rows], [true, 2]);
    assert.deepEqual(
      lines.map((line) => line.split('\t')[1]),
      ['2', '2'],
      'each with its number of rows',
    );
    await setup().storage.put(
      'round',
      Buffer.from(keys.map((k) => `${JSON.stringify({ k, v: `job ${JSON.parse(k)[2].k}` })}\n`).join('')),
    );
    const { answer, content } = await ask(10, ['round']);
    assert.ok(!answer.calls);
    assert.deepEqual(
      content
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [
        [0, 'job 0'],
        [1, 'job 1'],
        [2, 'job 0'],
        [3, 'job 1'],
      ],
    );
    await assert.rejects(ask(1), fails('limit', /more than 1 job/));
  });
}
