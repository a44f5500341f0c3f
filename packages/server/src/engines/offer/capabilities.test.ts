import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { pluck } from '../../../test/pluck.ts';
import { defineEngine } from '../engine/engine.ts';
import { createCatalog } from '../models/catalog.ts';
import { readModelSettings } from '../models/settings.ts';
import { describeCapabilities } from './capabilities.ts';

test('a process shows its engines, models and services as JSON, and of custom engines all but their code', () => {
  const engine = defineEngine({
    id: 'Custom',
    name: 'Custom',
    description: 'd',
    inputs: [],
    configSchema: Type.Object({ a: Type.String() }),
    policy: 'optional',
    run: async () => ({ outputs: [] }),
  });
  const features = { browser: null, search: 'lacks it', maps: null, social: null, storefront: null };
  const catalog = createCatalog(readModelSettings({}));
  const told = describeCapabilities({ features, engines: [engine], modules: [engine], catalog, toolServers: ['t'] });
  const sent = JSON.parse(JSON.stringify(told));
  assert.deepEqual([sent.engines, sent.toolServers, sent.features.search], [['Custom'], ['t'], 'lacks it']);
  assert.deepEqual(pluck(sent.models, 'id'), ['baseline']);
  assert.equal(sent.defaultModel, 'baseline');
  assert.deepEqual(sent.modules[0].configSchema.required, ['a']);
  assert.equal(sent.modules[0].policy, 'optional');
  assert.ok(!('run' in told.modules[0]!));
});
