import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { version } from './version.ts';

test('nothing has to be set, and what is not set stays on this machine', () => {
  const config = readConfig({});
  assert.deepEqual([config.host, config.role, config.trustProxy], ['127.0.0.1', 'all', false]);
  assert.deepEqual([config.databaseUrl, config.metricsPort, config.outboundAllow], [undefined, undefined, []]);
  assert.equal(config.storage, resolve('.errand/storage'));
  assert.equal(config.metricsHost, '127.0.0.1');
});

test('metrics listen where the service does, unless another place is named', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0' }).metricsHost, '0.0.0.0');
  assert.equal(readConfig({ HOST: '0.0.0.0', ERRAND_METRICS_HOST: '127.0.0.1' }).metricsHost, '127.0.0.1');
});

test('lists, addresses and switches are read as people write them', () => {
  const config = readConfig({
    ERRAND_OUTBOUND_ALLOW: '10.0.0.0/8, fd00::/8',
    ERRAND_ENGINE_MODULES: ' a.js ,, b.js ',
    ERRAND_PUBLIC_URL: 'https://errand.example//',
    ERRAND_TRUST_PROXY: 'TRUE',
    LOG_LEVEL: 'WARN',
  });
  assert.equal(config.outboundAllow.length, 2);
  assert.deepEqual(config.engineModules, [resolve('a.js'), resolve('b.js')]);
  assert.deepEqual([config.publicUrl, config.trustProxy, config.logLevel], ['https://errand.example', true, 'warn']);
});

const wrong: Record<string, string> = {
  PORT: '70000',
  ERRAND_ROLE: 'master',
  ERRAND_OUTBOUND_ALLOW: '10.0.0.0/99',
  ERRAND_PUBLIC_URL: 'ftp://errand.example',
  ERRAND_TRUST_PROXY: 'perhaps',
  ERRAND_WORKER_CONCURRENCY: '0',
  ERRAND_METRICS_PORT: 'x',
  LOG_LEVEL: 'loud',
  DATABASE_URL: 'mysql://localhost/errand',
};
for (const [name, value] of Object.entries(wrong)) {
  test(`${name}=${value} is refused by its name`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => error instanceof ConfigError && error.message.includes(name),
    );
  });
}

test('secrets that are too short, and a storage that may hold a password, are refused without their value', () => {
  const secrets: Record<string, string> = {
    ERRAND_JWT_SECRET: 'short-secret',
    ERRAND_BOOTSTRAP_API_KEY: 'short-key',
    ERRAND_METRICS_TOKEN: 'short-token',
    ERRAND_STORAGE: 'ftp://user:hunter2@host/',
  };
  for (const [name, value] of Object.entries(secrets))
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => error.message.includes(name) && !error.message.includes(value),
    );
});

test('the version is one of npm', () => assert.match(version, /^\d+\.\d+\.\d+/));
