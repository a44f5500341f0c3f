import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { selectRows } from './select-rows.ts';

const session = stopAtEnd(await openTestSession());

const limits = { rowsMax: 10_000, bytesMax: 10_000_000, columnsMax: 3 };
async function select(sql: string, over: Partial<typeof limits> = {}) {
  const answer = await selectRows(session.connection, sql, { ...limits, ...over });
  const text = readFileSync(`out/${answer.file}`, 'utf8');
  return { ...answer, text, lines: text.split('\n').slice(0, -1) };
}

test('rows are JSON lists, and every thousandth is found by its offset', async () => {
  const { rows, offsets, text, truncated, columns } = await select(
    "select i, 'é' || i, nullif(i, 5) from range(2500) t(i)",
  );
  assert.deepEqual([rows, truncated], [2_500, false]);
  assert.deepEqual(pluck(columns, 'nullable'), [false, false, true]);
  const bytes = Buffer.from(text);
  for (const [page, offset] of offsets.entries())
    assert.ok(
      bytes
        .subarray(offset)
        .toString('utf8')
        .startsWith(`[${page * 1_000},`),
    );
});

test('limits of rows and bytes cut, and say so; too many columns are refused', async () => {
  const few = await select('select i from range(50) t(i)', { rowsMax: 10 });
  assert.deepEqual([few.rows, few.truncated, few.lines.length], [10, true, 10]);
  const exact = await select('select i from range(10) t(i)', { rowsMax: 10 });
  assert.equal(exact.truncated, false);
  const small = await select("select repeat('x', 1000) from range(500)", { bytesMax: 5_000 });
  assert.ok(small.truncated && small.text.length < 7_000);
  await assert.rejects(select('select 1, 2, 3, 4'), Refused);
});

describe('a cell that is too long is cut and stays JSON', () => {
  const cells = [
    "repeat('\\', 600000)",
    "repeat('\\', 400000) || repeat('x', 900000)",
    "repeat('😀', 510000)",
    // The limit cuts at every place inside an escape.
    ...Array.from({ length: 7 }, (_, at) => `repeat('x', ${999_993 + at}) || chr(31) || repeat('x', 20)`),
  ];
  for (const sql of cells)
    test(sql, async () => {
      const { lines, truncated } = await select(`select ${sql}`);
      const [value] = JSON.parse(lines[0]!) as [string];
      assert.ok(truncated && value.endsWith('…') && value.isWellFormed());
    });
});

test('structures without names are shown as text', async () => {
  const { lines } = await select("select row(1, 'a'), [row(2)]");
  assert.equal(lines[0], '["(1, a)","[(2)]"]');
});
