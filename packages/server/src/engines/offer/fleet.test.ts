import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { pluck } from '../../../test/pluck.ts';
import { defineEngine, type Feature } from '../engine/engine.ts';
import type { Capabilities } from './capabilities.ts';
import { createFleet } from './fleet.ts';

const has = (over: Partial<Omit<Capabilities, 'features'>> & { lacks?: Feature[] } = {}): Capabilities => {
  const { lacks = [], ...rest } = over;
  const features = ['browser', 'search', 'maps', 'social', 'storefront'].map((one) => [
    one,
    lacks.includes(one as Feature) ? `lacks ${one}` : null,
  ]);
  return {
    features: Object.fromEntries(features),
    engines: ['E'],
    modules: [],
    models: [{ id: 'm' }] as Capabilities['models'],
    providers: ['openai'],
    defaultModel: 'm',
    takesAnyModel: false,
    toolServers: [],
    ...rest,
  };
};
const engine = { id: 'E', name: 'Engine', needs: ['browser'] as const };
const fleetOf = (...groups: [workers: number, capabilities: Capabilities | null][]) => {
  const fleet = createFleet(has());
  fleet.set(groups.map(([workers, capabilities]) => ({ workers, capabilities })));
  return fleet;
};

describe('an engine', () => {
  test('is unavailable while no worker runs, lacks what it needs or has never heard of it', () => {
    assert.match(createFleet(has()).unavailableReason(engine)!, /No worker is running/);
    assert.equal(fleetOf([1, has()]).unavailableReason(engine), null);
    assert.match(fleetOf([1, has({ lacks: ['browser'] })]).unavailableReason(engine)!, /Engine lacks browser/);
    assert.match(fleetOf([1, has({ engines: [] })]).unavailableReason(engine)!, /The engine E is missing/);
  });

  test('is available when one worker can run it, or one that tells nothing may', () => {
    assert.equal(fleetOf([1, has({ lacks: ['browser'] })], [1, has()]).unavailableReason(engine), null);
    assert.equal(fleetOf([1, has({ engines: [] })], [1, null]).unavailableReason(engine), null);
  });

  test('needs one worker that has it all, not two with a half each', () => {
    const fleet = fleetOf([1, has({ lacks: ['browser'] })], [1, has({ engines: [] })]);
    assert.notEqual(fleet.unavailableReason(engine), null);
  });
});

test('if workers differ, the warning says on how many of them jobs fail', () => {
  const fleet = fleetOf([2, has({ lacks: ['search'] })], [3, has()]);
  assert.deepEqual(fleet.lacks({ ...engine, needs: [] }, ['search']), [
    'Jobs fail on 2 of 5 workers: Engine lacks search',
  ]);
  assert.deepEqual(fleet.lacks({ ...engine, needs: [] }, ['maps']), []);
});

test('models are those of the workers, each once; one that no worker has is reported', () => {
  const fleet = fleetOf([1, has()], [1, has({ models: [{ id: 'm' }, { id: 'n' }] as Capabilities['models'] })]);
  assert.deepEqual(pluck(fleet.listModels(), 'id'), ['m', 'n']);
  assert.equal(fleet.modelLack('m'), undefined);
  assert.match(fleet.modelLack('n')!, /on 1 of 2 workers/);
  assert.match(fleet.modelLack('x')!, /x/);
  assert.equal(fleetOf([1, has({ takesAnyModel: true })]).modelLack('x'), undefined);
});

test('workers that are away for a moment are remembered', () => {
  const fleet = fleetOf([1, has({ models: [{ id: 'n' }] as Capabilities['models'] })]);
  fleet.set([]);
  assert.deepEqual(pluck(fleet.listModels(), 'id'), ['n']);
  assert.match(fleet.unavailableReason(engine)!, /No worker is running/);
});

test('this process stands in for a worker only with the same models and services', () => {
  const asking = defineEngine({
    ...engine,
    description: '',
    inputs: [],
    configSchema: Type.Object({ model: Type.String() }),
    run: async () => ({ outputs: [] }),
  });
  assert.equal(fleetOf([1, has()]).isLikeWorkers(asking), true);
  assert.equal(fleetOf([1, has({ defaultModel: 'n' })]).isLikeWorkers(asking), false);
  assert.equal(fleetOf([1, has({ lacks: ['browser'] })]).isLikeWorkers(asking), false);
  assert.equal(fleetOf([1, has({ lacks: ['maps'] })]).isLikeWorkers(asking), true);
  assert.equal(fleetOf([1, has({ engines: [] })]).isLikeWorkers(asking), true);
  assert.equal(fleetOf([1, has()]).isLikeWorkers(undefined), false);
});
