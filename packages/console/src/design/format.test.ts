import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatCompact,
  formatCost,
  formatDuration,
  formatPercent,
  formatRelative,
  spreadWords,
} from './format.ts';

test('a duration has the unit that it rounds to', () => {
  const cases: [number | null | undefined, string][] = [
    [null, '–'],
    [0, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [9_949, '9.9 s'],
    [9_990, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 m 00 s'],
    [61_000, '1 m 01 s'],
    [3_599_600, '1 h 00 m'],
    [7_260_000, '2 h 01 m'],
    [90_000_000, '1 d 1 h'],
  ];
  for (const [ms, text] of cases) assert.equal(formatDuration(ms), text);
});

test('a cost shows at least two digits that are not zero', () => {
  const cases: [number | null, string][] = [
    [null, '–'],
    [0, '$0'],
    [12.345, '$12.35'],
    [0.5, '$0.50'],
    [0.00123, '$0.0012'],
    [-0.25, '−$0.25'],
    [0.00000001, '$0.00000001'],
  ];
  for (const [usd, text] of cases) assert.equal(formatCost(usd), text);
});

test('bytes never reach a thousand of a unit', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [99_960, '100 kB'],
    [123_456, '123 kB'],
    [999_999, '1.0 MB'],
    [5e12, '5.0 TB'],
    [5e15, '5000 TB'],
  ];
  for (const [bytes, text] of cases) assert.equal(formatBytes(bytes), text);
});

test('a share is 100 % or 0 % only if it is exactly that', () => {
  const cases: [number, number, string][] = [
    [0, 0, '–'],
    [0, 9, '0 %'],
    [9, 9, '100 %'],
    [1, 3, '33.3 %'],
    [99_999, 100_000, '>99.9 %'],
    [1, 100_000, '<0.1 %'],
  ];
  for (const [part, whole, text] of cases) assert.equal(formatPercent(part, whole), text);
});

test('a moment is told by its distance, either way, and after a month by its date', () => {
  const now = Date.UTC(2026, 5, 30, 12);
  const ago = (seconds: number): string => formatRelative(now - seconds * 1_000, now);
  assert.deepEqual([0, 4, 59, 3_599, 7_200, 172_800].map(ago), [
    'just now',
    'just now',
    '59 s ago',
    '59 min ago',
    '2 h ago',
    '2 d ago',
  ]);
  assert.equal(ago(-90), 'in 1 m 30 s');
  assert.match(ago(40 * 86_400), /2026/);
});

test('large counts are shortened, small ones are exact', () => {
  assert.deepEqual([9_999, 12_345, 1_250_000].map(formatCompact), ['9,999', '12.3K', '1.3M']);
});

test('a spread whose ends read the same is one value', () => {
  assert.equal(spreadWords(4_010, 4_020), formatDuration(4_010));
  assert.equal(spreadWords(4_000, null), formatDuration(4_000));
  assert.equal(spreadWords(4_000, 9_000), `${formatDuration(4_000)} to ${formatDuration(9_000)}`);
});
