import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, ms, percentile, perSecond, printTable } from './report.ts';

test('percentiles are values that were measured, whatever their order', () => {
  const values = [5, 1, 4, 2, 3];
  assert.equal(median(values), 3);
  assert.deepEqual(
    [0, 0.5, 0.99, 1].map((share) => percentile(values, share)),
    [1, 3, 5, 5],
  );
  assert.deepEqual(values, [5, 1, 4, 2, 3], 'the figures themselves stay as they were');
  assert.ok(Number.isNaN(median([])));
});

test('a table is aligned, and a target that was missed cannot be overlooked', () => {
  const lines: string[] = [];
  printTable(
    [
      { figure: 'short', ours: '1', ratio: 1.234, target: '≥ 2 ×', met: false },
      { figure: 'a longer one', ours: '22', against: 'x' },
    ],
    (line) => lines.push(line),
  );
  assert.equal(lines.length, 4);
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
  assert.match(lines[2]!, /1\.23 × \| ≥ 2 ×\s+\| NO /);
  assert.doesNotMatch(lines[3]!, /yes|NO/);
});

test('figures have as many digits as mean something', () => {
  assert.deepEqual([1.234, 99.994, 123.4].map(ms), ['1.23 ms', '99.99 ms', '123 ms']);
  assert.equal(perSecond(12_345.6), '12,346/s');
});
