import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConfigError } from '#platform/configuration.ts';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { readModelSettings } from './settings.ts';

const folder = await makeFolder();
const withFile = (content: unknown, env: NodeJS.ProcessEnv = {}) => {
  const path = join(folder, 'models.json');
  writeFileSync(path, JSON.stringify(content));
  return readModelSettings({ ERRAND_MODELS_FILE: path, ...env });
};

test('a key brings its provider; an address of its own means chat completions and needs no key', () => {
  const { providers } = readModelSettings({ ANTHROPIC_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1/' });
  assert.deepEqual([...providers.keys()].sort(), ['anthropic', 'openai']);
  assert.equal(providers.get('openai')?.protocol, 'openai-compatible');
  assert.equal(providers.get('openai')?.baseUrl, 'http://127.0.0.1:1/v1');
  assert.equal(readModelSettings({ OPENAI_API_KEY: 'k' }).providers.get('openai')?.protocol, 'openai');
  assert.deepEqual([...readModelSettings({ OPENAI_API_KEY: ' ' }).providers], []);
});

test('the file adds providers with keys of the environment, limits and models', () => {
  const { providers, models, defaultModel } = withFile(
    {
      default_model: 'own-1',
      providers: { own: { base_url: 'http://h/v1', api_key_env: 'OWN_KEY', concurrency: 3, calls_per_minute: 0.5 } },
      models: [{ id: 'own-1', provider: 'own', remote_id: 'r', prices: { input: 1, output: 2, cached_input: 0.1 } }],
    },
    { OWN_KEY: 'secret' },
  );
  const { apiKey, concurrencyMax, callsPerMinute, protocol } = providers.get('own')!;
  assert.deepEqual([apiKey, concurrencyMax, callsPerMinute, protocol], ['secret', 3, 0.5, 'openai-compatible']);
  const [model] = models;
  assert.deepEqual([model?.remoteId, model?.providers, model?.capabilities], ['r', ['own'], ['text']]);
  assert.deepEqual(model?.prices, { input: 1, output: 2, cachedInput: 0.1 });
  assert.equal(defaultModel, 'own-1');
});

test('limits of a known provider without a key here are no mistake', () => {
  assert.deepEqual([...withFile({ providers: { openai: { concurrency: 2 } } }).providers], []);
});

describe('refused with the place of the mistake', () => {
  const files: [title: string, content: unknown][] = [
    ['a key that is not set', { providers: { own: { base_url: 'http://h', api_key_env: 'NOT_SET' } } }],
    ['a provider without an address', { providers: { own: {} } }],
    ['the name of the built-in provider', { providers: { builtin: { base_url: 'http://h' } } }],
    ['a name with capitals', { providers: { Own: { base_url: 'http://h' } } }],
    ['a model without a provider', { models: [{ id: 'm' }] }],
    ['a model of a provider that is not there', { models: [{ id: 'm', provider: 'own' }] }],
    ['a capability that is none', { models: [{ id: 'm', provider: 'openai', capabilities: ['smell'] }] }],
    ['prices without output', { models: [{ id: 'm', provider: 'openai', prices: { input: 1 } }] }],
  ];
  for (const [title, content] of files) test(title, () => assert.throws(() => withFile(content), ConfigError));
  for (const env of [
    { ERRAND_MODEL_TIMEOUT_SECONDS: '0' },
    { ERRAND_MODEL_TIMEOUT_SECONDS: '3601' },
    { ERRAND_MODEL_TIMEOUT_SECONDS: '1.5' },
    { OPENAI_BASE_URL: 'ftp://h' },
  ])
    test(JSON.stringify(env), () => assert.throws(() => readModelSettings(env), ConfigError));
});
