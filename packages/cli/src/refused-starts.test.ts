import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { errand, processesIn, withFolder, withPreparedFolder } from '../test/cli.ts';

test('a port that is taken stops the start with one line, before a key is made', () =>
  withPreparedFolder(async (folder) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const env = { ERRAND_DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: String(port) };
    const { code, stderr, stdout } = await errand(['serve'], env);
    other.close();
    assert.equal(code, 3);
    assert.equal(
      stderr,
      `✗ Port ${port} on 127.0.0.1 is in use. Stop the program that listens there, or set PORT to another port.\n`,
    );
    assert.equal(stdout, '');
    assert.ok(!(await readdir(folder)).includes('credentials.json'));
    assert.deepEqual(await processesIn(folder), []);
  }));

test('a port for metrics that is taken is named by its own variable', () =>
  withPreparedFolder(async (folder) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const env = { ERRAND_DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', ERRAND_METRICS_PORT: String(port) };
    const { code, stderr } = await errand(['serve'], env);
    other.close();
    assert.equal(code, 3);
    assert.match(stderr, /is in use.*set ERRAND_METRICS_PORT to another port/);
    assert.deepEqual(await processesIn(folder), []);
  }));

const badValues = {
  PORT: '70000',
  ERRAND_ROLE: 'king',
  DATABASE_URL: 'mysql://secret@x/y',
  ERRAND_DATABASE_DIRECT_URL: 'postgres://errand:secret@one:54x,two/errand',
  ERRAND_METRICS_TOKEN: 'short',
  ERRAND_BOOTSTRAP_API_KEY: 'short',
  ERRAND_JWT_SECRET: 'short',
  ERRAND_SECRET_KEY: 'short',
  // Without an audience, it would accept tokens for any application.
  ERRAND_JWKS_URL: 'https://login.example.com/keys',
  ERRAND_PUBLIC_URL: 'nowhere',
  ERRAND_WORKER_CONCURRENCY: '-1',
  LOG_LEVEL: 'loud',
  ERRAND_STORAGE: 'ftp://secret@x',
  HOST: '203.0.113.7',
};
for (const [name, value] of Object.entries(badValues)) {
  test(`a bad ${name} stops the start with one line that names it`, () =>
    withFolder(async (folder) => {
      const env = { ERRAND_DATA_DIR: folder, [name]: value };
      const { code, stdout, stderr } = await errand(['serve'], {
        ...env,
        ...(name === 'HOST' && { LOG_LEVEL: 'silent' }),
      });
      assert.equal(code, 3);
      assert.match(stderr, new RegExp(`^✗ ${name} .*\\n$`));
      assert.ok(!stderr.includes('secret@'));
      assert.equal(stdout, '');
      if (name !== 'HOST') assert.deepEqual(await readdir(folder), [], 'nothing was made');
    }));
}

test('the roles of a shared installation ask for DATABASE_URL', () =>
  withFolder(async (folder) => {
    const { code, stderr } = await errand(['serve', '--role', 'worker'], { ERRAND_DATA_DIR: folder });
    assert.equal(code, 3);
    assert.match(stderr, /^✗ The role worker .*DATABASE_URL.*\n$/);
    assert.deepEqual(await readdir(folder), []);
  }));

test('root is refused where the image says so, before anything is made', (context) =>
  withFolder(async (folder) => {
    if (process.getuid?.() !== 0) return context.skip('only root can try it');
    const { code, stderr } = await errand(['serve'], { ERRAND_DATA_DIR: folder, ERRAND_ALLOW_ROOT: 'false' });
    assert.equal(code, 3);
    assert.match(stderr, /^✗ This process runs as root.*Start it as another user.*\n$/);
    assert.deepEqual(await readdir(folder), []);
  }));
