import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent, AgentVersion, InputDefinition } from '@errand/sdk';
import { codeSamples } from './code-samples.ts';

const agent = { id: 'a-1' } as Agent;
const samples = (inputs: InputDefinition[]): Record<string, string> =>
  Object.fromEntries(
    codeSamples(agent, { input_definitions: inputs } as AgentVersion, 'https://errand.example').map(
      ({ language, code }) => [language, code],
    ),
  );
const input = (key: string, type: string, more: Partial<InputDefinition> = {}): InputDefinition => ({
  key,
  data_type: type,
  description: '',
  ...more,
});

test('every sample calls the agent at this server, and none holds a key', () => {
  for (const inputs of [[input('text', 'text/plain')], [input('document', 'application/pdf')]]) {
    const found = samples(inputs);
    assert.deepEqual(Object.keys(found), ['curl', 'TypeScript', 'Python']);
    for (const code of Object.values(found)) {
      assert.ok(code.includes('https://errand.example/v1/agents/run/a-1/'));
      assert.ok(code.includes('ERRAND_API_KEY'));
    }
  }
});

test('required inputs are sent with their examples; optional ones are left out', () => {
  const { curl = '' } = samples([
    input('text', 'text/plain', { example: "it's" }),
    input('rules', 'application/json'),
    input('note', 'text/plain', { required: false }),
  ]);
  const body = /-d '([\s\S]*)'$/.exec(curl)![1]!.replaceAll(`'\\''`, "'");
  assert.deepEqual(JSON.parse(body), { inputs: { text: "it's", rules: '{}' } });
});

test('a text that begins with @ is sent as it is, and files as files', () => {
  const { curl = '', TypeScript = '' } = samples([
    input('text', 'text/plain', { example: '@home' }),
    input('scan', 'image/*'),
  ]);
  assert.match(curl, /--form-string 'text=@home'/);
  assert.match(curl, /-F 'scan=@image\.png'/);
  assert.match(TypeScript, /openAsBlob\('image\.png'\)/);
});
