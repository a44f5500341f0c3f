import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driftRows } from './drift-rows.ts';

test('each month has a cell for each version, empty where nothing was reviewed', () => {
  const row = (id: string, month: string, agreed: number) => ({
    agent_version_id: id,
    version_name: `name of ${id}`,
    month,
    reviewed: 10,
    agreed,
    agreement: agreed / 10,
  });
  const { versions, months } = driftRows([row('a', '2026-04', 9), row('a', '2026-05', 7), row('b', '2026-05', 8)]);
  assert.deepEqual(
    versions.map(({ name }) => name),
    ['name of a', 'name of b'],
  );
  assert.deepEqual(
    months.map(({ month, cells }) => [month, cells.map((cell) => cell?.agreed)]),
    [
      ['2026-05', [7, 8]],
      ['2026-04', [9, undefined]],
    ],
  );
});
