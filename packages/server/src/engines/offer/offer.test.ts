import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TObject, Type } from 'typebox';
import { pluck } from '../../../test/pluck.ts';
import { defineEngine } from '../engine/engine.ts';
import type { EngineDescription } from './capabilities.ts';
import type { Fleet } from './fleet.ts';
import { createOffer } from './offer.ts';

const engine = (id: string, over: { configSchema?: TObject; policy?: 'required'; findMissing?: () => string[] } = {}) =>
  defineEngine({
    id,
    name: id,
    description: '',
    inputs: [],
    configSchema: Type.Object({}),
    run: async () => ({ outputs: [] }),
    ...over,
  });
const offerOf = (own: ReturnType<typeof engine>[], modules: EngineDescription[] = []) =>
  createOffer({ find: (id) => own.find((one) => one.id === id), list: () => own }, {
    findModule: (id: string) => modules.find((one) => one.id === id),
    listModules: () => modules,
    unavailableReason: () => null,
  } as unknown as Fleet);

test('engines of this process and of workers are offered, each once', () => {
  const { list, find } = offerOf([engine('A')], [engine('A'), engine('B'), engine('B')]);
  assert.deepEqual(pluck(list(), 'id'), ['A', 'B']);
  assert.equal(find('B')?.id, 'B');
  assert.equal(find('C'), undefined);
  assert.equal(find('A'), list()[0], 'the same object each time');
});

test('an engine needs a configuration when it has a required key, policy or choice', () => {
  const required = { configSchema: Type.Object({ url: Type.String() }) };
  const { find } = offerOf([
    engine('none'),
    engine('key', required),
    engine('policy', { policy: 'required' }),
    engine('choice', { findMissing: () => ['One of a and b is needed.'] }),
  ]);
  assert.deepEqual(
    ['none', 'key', 'policy', 'choice'].map((id) => find(id)?.needsConfig),
    [false, true, true, true],
  );
});
