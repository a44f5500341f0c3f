import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type EngineRequest } from '../engine/engine.ts';
import { MissingObject } from '../engine/local-files.ts';
import { readWorkspaceSettings } from '../engine/settings.ts';
import { type ExportDeps, exportWhole } from './export-whole.ts';
import type { QueryRow, StatementRecord } from './store.ts';

function create(run: (request: EngineRequest) => Promise<unknown>) {
  const objects = new Set<string>();
  let runs = 0;
  const storage = {
    head: async (key: string) => (objects.has(key) ? { size: 1 } : undefined),
    put: async (key: string) => void objects.add(key),
    move: async (from: string, to: string) => void (objects.delete(from) && objects.add(to)),
  } as unknown as Storage;
  const deps = {
    storage,
    settings: readWorkspaceSettings({}),
    slots: { use: (_orgId: string, work: () => Promise<unknown>) => work() },
    findLimits: async () => ({ timeoutMs: 1, memoryMb: 1 }),
    engine: {
      async run(request: EngineRequest) {
        runs += 1;
        return run(request);
      },
    },
  } as unknown as ExportDeps;
  return { deps, objects, runs: () => runs };
}
const row = { id: 'q', orgId: 'org' } as QueryRow;
const record = { query: 'select 1', queryId: 's', pins: [] } as unknown as StatementRecord;
const csv = { format: 'csv', keepFormulas: false } as const;

test('a whole result is computed once for each format and each way to write formulas', async () => {
  const { deps, objects, runs } = create(async ({ keep }) => {
    await keep!((async function* () {})(), 'result');
    return { truncated: false };
  });
  const first = await exportWhole(deps, row, record, csv);
  assert.deepEqual(await exportWhole(deps, row, record, csv), first);
  assert.equal(runs(), 1);
  const kept = await exportWhole(deps, row, record, { ...csv, keepFormulas: true });
  assert.notEqual(kept.key, first.key);
  assert.deepEqual([...objects].sort(), [first.key, kept.key].sort(), 'nothing half made is left');
});

test('a result beyond the limits of exports says so each time', async () => {
  const { deps, runs } = create(async ({ keep }) => {
    await keep!((async function* () {})(), 'result');
    return { truncated: true };
  });
  assert.equal((await exportWhole(deps, row, record, csv)).truncated, true);
  assert.equal((await exportWhole(deps, row, record, csv)).truncated, true);
  assert.equal(runs(), 1);
});

test('data that is gone is 404, a query that cannot run 400, and a crash is ours', async () => {
  const failing = (error: Error) => exportWhole(create(() => Promise.reject(error)).deps, row, record, csv);
  await assert.rejects(failing(new MissingObject('x')), { code: 'not_found' });
  await assert.rejects(failing(new EngineError('limit', 'Too much.')), { code: 'invalid_request' });
  await assert.rejects(failing(new EngineError('crash', 'x')), EngineError);
  const other = { ...record, query: 'insert into t select 1' };
  await assert.rejects(exportWhole(create(async () => ({})).deps, row, other, csv), { code: 'invalid_request' });
});
