import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { readEngineConfig } from '../engine/config.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import { renderTemplate } from './template.ts';
import { templateEngine } from './template-engine.ts';

async function run(config: Record<string, unknown>, inputs: Record<string, string>) {
  const definitions = Object.keys(inputs).map((key) => ({ key }));
  const rendered = readEngineConfig(templateEngine.configSchema, renderTemplate(config, inputs, definitions));
  const { outputs } = await templateEngine.run({} as EngineContext, { inputs, config: rendered });
  assert.equal(outputs.length, 1);
  assert.equal(outputs[0]!.key, 'output');
  return { type: outputs[0]!.data_type, value: outputs[0]!.value };
}

test('the default configuration gives the text of its declared input back', async () => {
  assert.deepEqual(pluck(templateEngine.inputs, 'key'), ['text']);
  assert.deepEqual(await run(templateEngine.defaultConfig, { text: 'rain' }), { type: 'text/plain', value: 'rain' });
});

test('a JSON template gives JSON, whatever its inputs hold', async () => {
  const { type, value } = await run(
    { template: { to: '${name}', lines: ['$text', 7] } },
    { name: 'A "B"\n', text: '}' },
  );
  assert.equal(type, 'application/json');
  assert.deepEqual(JSON.parse(value), { to: 'A "B"\n', lines: ['}', 7] });
});

test('a text template may give JSON when it says so, and fails when it does not give it', async () => {
  const config = { template: '{"a": ${text}}', output_type: 'application/json' };
  assert.deepEqual(await run(config, { text: '[1]' }), { type: 'application/json', value: '{"a": [1]}' });
  await assert.rejects(run(config, { text: '[1' }), EngineFailure);
});

test('a JSON template may be given as plain text', async () => {
  assert.deepEqual(await run({ template: ['$text'], output_type: 'text/plain' }, { text: 'a' }), {
    type: 'text/plain',
    value: '["a"]',
  });
});

test('without a template, or with an unknown output type, the job fails and says which key is wrong', async () => {
  await assert.rejects(run({}, {}), /'template'/);
  await assert.rejects(run({ template: '', output_type: 'image/png' }, {}), /'output_type'/);
});

test('an empty template is an empty text', async () => {
  assert.deepEqual(await run({ template: '' }, {}), { type: 'text/plain', value: '' });
});
