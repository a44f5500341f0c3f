import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, request, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

test('the catalog of engines says how to configure each', async () => {
  const body = await org.expect(200, 'GET', '/v1/agents/types/');
  assert.deepEqual(pluck(body.engines, 'engine_class_id'), body.engine_types);
  assert.equal(body.total_count, body.engines.length);
  const engine = body.engines.find((item: { engine_class_id: string }) => item.engine_class_id === 'TemplateEngine');
  assert.deepEqual(Object.keys(engine), [
    'engine_class_id',
    'engine_name',
    'description',
    'input_schema',
    'config_schema',
    'default_engine_config',
    'fixed_inputs',
    'available',
    'unavailable_reason',
  ]);
  assert.deepEqual([engine.available, engine.unavailable_reason], [true, null]);
  assert.equal(engine.engine_name, 'Template');
  assert.deepEqual(engine.config_schema.required, ['template']);
  assert.equal(engine.input_schema[0].key, 'text');
});

test('the catalog of models always holds the built-in one', async () => {
  for (const query of [
    '',
    '?capability=image',
    '?capability=audio',
    '?capability=video',
    '?capability=text',
    '?capability=',
  ]) {
    const body = await org.expect(200, 'GET', `/v1/agents/models/${query}`);
    assert.equal(body.tenant_scope, 'all-tenants');
    assert.equal(body.total_count, body.models.length);
    assert.deepEqual(body.models[0].providers, ['builtin']);
  }
});

test('an unknown capability is a field error', async () => {
  const body = await org.expect(400, 'GET', '/v1/agents/models/?capability=smell');
  assert.deepEqual(Object.keys(body), ['capability']);
});

test('any valid credential of an organization with agents may look, nobody else', async () => {
  const disabled = await harness.org({ agentsEnabled: false });
  for (const path of ['/v1/agents/types/', '/v1/agents/models']) {
    assert.equal((await org.request('GET', path)).status, 200);
    assert.equal((await disabled.request('GET', path)).status, 403);
    assert.equal((await request(harness.baseUrl, undefined, 'GET', path)).status, 401);
    assert.equal((await request(harness.baseUrl, 'errand_wrong', 'GET', path)).status, 401);
  }
});
