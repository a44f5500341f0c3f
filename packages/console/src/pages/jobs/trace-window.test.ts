import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWindow, WHOLE, windowAround, windowBetween, writeWindow, zoom } from './trace-window.ts';

test('zooming stays within the whole, around its centre where there is room', () => {
  assert.deepEqual(zoom(WHOLE, 0.5), { from: 0.25, to: 0.75 });
  assert.deepEqual(windowAround(0.1, 0.5), { from: 0, to: 0.5 });
  assert.deepEqual(zoom({ from: 0.5, to: 1 }, 2), WHOLE);
});

test('a drag shows what it went over, whichever way; a click nothing else', () => {
  assert.deepEqual(windowBetween(WHOLE, 0.75, 0.25), { from: 0.25, to: 0.75 });
  assert.deepEqual(windowBetween({ from: 0.5, to: 1 }, 0, 0.5), { from: 0.5, to: 0.75 });
  assert.deepEqual(windowBetween(WHOLE, 0.3, 0.3), WHOLE);
});

test('the address keeps it, and what makes no sense is the whole', () => {
  assert.deepEqual(readWindow(writeWindow({ from: 0.25, to: 0.75 })), { from: 0.25, to: 0.75 });
  assert.equal(writeWindow(WHOLE), undefined);
  for (const text of [undefined, '', 'x', '0.7-0.2', '0.5-0.5', '-1-2']) assert.deepEqual(readWindow(text), WHOLE);
});
