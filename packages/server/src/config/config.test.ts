import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { version } from './version.ts';

test('nothing has to be set, and what is not set stays on this machine', () => {
  const config = readConfig({});
  assert.deepEqual([config.host, config.role, config.trustedProxies], ['127.0.0.1', 'all', false]);
  assert.deepEqual(
    [config.databaseUrl, config.internal, config.tls, config.outboundAllow],
    [undefined, undefined, undefined, []],
  );
  assert.equal(config.storage, resolve('.errand/storage'));
});

test('the internal listener uses the address of the service, unless another place is named', () => {
  const listen = (env: NodeJS.ProcessEnv) => readConfig({ HOST: '0.0.0.0', ...env }).internal;
  assert.deepEqual(listen({ ERRAND_METRICS_PORT: '9000' })?.host, '0.0.0.0');
  assert.equal(listen({ ERRAND_METRICS_PORT: '9000', ERRAND_METRICS_HOST: '127.0.0.1' })?.host, '127.0.0.1');
  const internal = listen({ ERRAND_INTERNAL_PORT: '9000', ERRAND_INTERNAL_HOST: '127.0.0.1' });
  assert.deepEqual([internal?.host, internal?.port, internal?.probes], ['127.0.0.1', 9000, true]);
  assert.throws(
    () => listen({ ERRAND_INTERNAL_PORT: '9000', ERRAND_METRICS_PORT: '9001' }),
    /ERRAND_METRICS_PORT cannot be used with/,
  );
});

test('HTTPS needs both files, and a proxy is trusted by its network or not at all', () => {
  assert.throws(() => readConfig({ ERRAND_TLS_CERT: 'cert.pem' }), /ERRAND_TLS_KEY is missing/);
  assert.throws(() => readConfig({ ERRAND_TLS_KEY: 'key.pem' }), /ERRAND_TLS_CERT is missing/);
  const { tls } = readConfig({ ERRAND_TLS_CERT: 'cert.pem', ERRAND_TLS_KEY: 'key.pem' });
  assert.deepEqual([tls?.files.cert, tls?.files.minVersion], [resolve('cert.pem'), '1.2']);
  const files = { ERRAND_TLS_CERT: 'cert.pem', ERRAND_TLS_KEY: 'key.pem' };
  assert.throws(() => readConfig({ ...files, ERRAND_TLS_MIN_VERSION: '1.1' }), /ERRAND_TLS_MIN_VERSION.*1\.2 or 1\.3/);
  const proxies = readConfig({ ERRAND_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' }).trustedProxies;
  assert.deepEqual(proxies, ['10.0.0.0/8', 'fd00::/8']);
  assert.throws(
    () => readConfig({ ERRAND_TRUSTED_PROXIES: '10.0.0.0/8', ERRAND_TRUST_PROXY: '1' }),
    /ERRAND_TRUST_PROXY cannot be used with/,
  );
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
  assert.deepEqual(
    [config.publicUrl, config.trustedProxies, config.logLevel],
    ['https://errand.example', true, 'warn'],
  );
});

const wrong: Record<string, string> = {
  PORT: '70000',
  ERRAND_ROLE: 'master',
  ERRAND_OUTBOUND_ALLOW: '10.0.0.0/99',
  ERRAND_PUBLIC_URL: 'ftp://errand.example',
  ERRAND_TRUST_PROXY: 'perhaps',
  ERRAND_TRUSTED_PROXIES: 'everyone',
  ERRAND_INTERNAL_PORT: 'x',
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
