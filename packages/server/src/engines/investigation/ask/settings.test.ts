import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const context = { modelName: (name?: string) => name ?? 'baseline', readsImages: (name?: string) => name === 'sees' };

test('settings that are left out have their defaults', () => {
  const { model, isBaseline, readsImages, effort, planning, memory } = readSettings(context, {});
  assert.deepEqual(
    { model, isBaseline, readsImages, effort, planning, memory },
    { model: 'baseline', isBaseline: true, readsImages: false, effort: 'medium', planning: true, memory: false },
  );
});

test('settings that are given count, also when they are false', () => {
  const settings = readSettings(context, {
    model: 'sees',
    reasoning_effort: 'low',
    enable_planning: false,
    enable_memory: true,
  });
  assert.deepEqual(
    [settings.isBaseline, settings.readsImages, settings.effort, settings.planning, settings.memory],
    [false, true, 'low', false, true],
  );
});
