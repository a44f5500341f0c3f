import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalog } from './catalog.ts';
import { readModelSettings } from './settings.ts';

const ids = (capability: 'text' | 'audio' | undefined, env: NodeJS.ProcessEnv): string[] =>
  createCatalog(readModelSettings(env))
    .list(capability)
    .map((model) => model.id);

test('without any provider only the built-in model is offered', () => {
  assert.deepEqual(ids(undefined, {}), ['baseline']);
  assert.deepEqual(ids(undefined, { OPENAI_API_KEY: '  ' }), ['baseline']);
});

test('the key of a provider brings its models', () => {
  assert.deepEqual(ids(undefined, { GOOGLE_GENERATIVE_AI_API_KEY: 'k' }), [
    'baseline',
    'gemini-3.1-pro-preview',
    'gemini-3-flash-preview',
  ]);
  assert.ok(ids(undefined, { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }).includes('gpt-4.1-2025-04-14'));
  assert.equal(ids(undefined, all).length, 18);
});

test('a capability keeps the models that have it and those for text alone', () => {
  assert.deepEqual(ids('audio', all), ['baseline', 'gemini-3.1-pro-preview', 'gemini-3-flash-preview']);
  assert.deepEqual(ids('text', all), ids(undefined, all));
});

const all = {
  OPENAI_API_KEY: 'k',
  ANTHROPIC_API_KEY: 'k',
  GOOGLE_GENERATIVE_AI_API_KEY: 'k',
  XAI_API_KEY: 'k',
};
