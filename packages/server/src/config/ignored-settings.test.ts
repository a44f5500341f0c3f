import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { watchSettings } from './ignored-settings.ts';

test('a variable of ours that nothing reads is named, with the one that was meant; those of others are not', () => {
  const { env, listIgnored } = watchSettings({ ERRAND_STORAGE: 'a', ERRAND_STORGE: 'b', ERRAND_URL: 'c', PATH: 'd' });
  assert.equal(env.ERRAND_STORAGE, 'a');
  assert.deepEqual(listIgnored(), [
    "ERRAND_STORGE has no effect: it is unknown, or another setting is missing. Did you mean 'ERRAND_STORAGE'?",
  ]);
});

test('every documented setting is read, and one under a wrong name is reported', async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  const names = [...page.matchAll(/`(ERRAND_[A-Z_]+)/g)].map(([, name]) => name!);
  const env = Object.fromEntries(names.map((name) => [name, '']));
  const issuer = { ERRAND_OIDC_ISSUER: 'https://id.example', ERRAND_OIDC_AUDIENCE: 'errand' };
  // TLS settings have no effect without a certificate, and a database authority has none without DATABASE_URL.
  const files = { ERRAND_TLS_CERT: 'cert.pem', ERRAND_TLS_KEY: 'key.pem', DATABASE_URL: 'postgres://localhost/errand' };
  const { ignoredSettings } = readConfig({ ...env, ...issuer, ...files, ERRAND_PORT: '80' });
  // Tokens of providers have no effect without the address, limits of a local model none without the model.
  const needsMore = /^ERRAND_((MAPS|SOCIAL|STOREFRONT)_TOKEN|LOCAL_(RUNTIME|THREADS|CONTEXT|MEMORY_MB)) /;
  const others = ignoredSettings.filter((sentence) => !needsMore.test(sentence));
  assert.deepEqual(others, [
    "ERRAND_PORT has no effect: it is unknown, or another setting is missing. Did you mean 'PORT'?",
  ]);
});
