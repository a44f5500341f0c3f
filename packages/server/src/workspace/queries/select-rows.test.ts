import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError, type EngineRequest, type QueryEngine } from '../engine/engine.ts';
import { type SelectDeps, selectRows } from './select-rows.ts';

function depsOf(run: (request: EngineRequest) => Promise<unknown>) {
  const limits = { timeoutMs: 5_000, memoryMb: 64, concurrency: 1 };
  return {
    engine: { run } as unknown as QueryEngine,
    slots: { use: (_orgId: string, work: () => Promise<unknown>) => work() },
    findLimits: async () => limits,
  } as unknown as SelectDeps;
}
const request = { query: { sql: 'select 1', start: 0 }, tables: [], rowsMax: 10 };

test('rows come as they were written, or with their digits for answers; pieces may be cut anywhere', async () => {
  const deps = depsOf(async ({ keep, timeoutMs, memoryMb }) => {
    assert.deepEqual([timeoutMs, memoryMb], [5_000, 64]);
    await keep!(Readable(['[1.10,"', 'a"]\n[2,"b"]', '\n']), 'result');
    return { columns: [{ name: 'n' }], truncated: true };
  });
  const { rows, truncated } = await selectRows(deps, 'org', request);
  assert.deepEqual(
    [rows, truncated],
    [
      [
        [1.1, 'a'],
        [2, 'b'],
      ],
      true,
    ],
  );
  const exact = await selectRows(deps, 'org', { ...request, exact: true });
  assert.equal(JSON.stringify(exact.rows[0]), '[1.10,"a"]');
});

async function* Readable(pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('a query that cannot run now may be tried again; a crash is ours', async () => {
  const failing = (reason: EngineError['reason']) =>
    selectRows(
      depsOf(async () => {
        throw new EngineError(reason, 'No.');
      }),
      'org',
      request,
    );
  await assert.rejects(failing('limit'), { code: 'unavailable' });
  await assert.rejects(failing('crash'), EngineError);
});
