import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createProgress } from './progress.ts';

/** Shows progress at these times, in milliseconds. Returns what was written during and at the end. */
function show(t: TestContext, isTTY: boolean, times: number[]): { shown: string[]; end: string } {
  let now = 0;
  let written = '';
  const isBefore = process.stderr.isTTY;
  process.stderr.isTTY = isTTY;
  t.mock.method(performance, 'now', () => now);
  t.mock.method(process.stderr, 'write', (text: string) => {
    written += text;
    return true;
  });
  const take = (): string => {
    const taken = written;
    written = '';
    return taken;
  };
  try {
    const progress = createProgress('Exported');
    const shown = times.map((time, index) => {
      now = time;
      progress.show({ table: 'jobs', bytes: (index + 1) * 1_500_000 });
      return take();
    });
    progress.end();
    return { shown, end: take() };
  } finally {
    t.mock.restoreAll();
    process.stderr.isTTY = isBefore;
  }
}

test('a terminal has one line that changes and is cleared at the end', (t) => {
  const { shown, end } = show(t, true, [50, 150, 300]);
  assert.equal(shown[0], '');
  assert.match(shown[1]!, /^\r.*3\.0 MB.*jobs$/);
  assert.match(shown[2]!, /4\.5 MB/);
  assert.match(end, /^\r/);
});

test('a log gets a line every few seconds, and keeps it', (t) => {
  const { shown, end } = show(t, false, [4_999, 5_001, 9_000]);
  assert.deepEqual([shown[0], shown[2], end], ['', '', '']);
  assert.match(shown[1]!, /^Exported 3\.0 MB.*\n$/);
});
