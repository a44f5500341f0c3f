import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/databases.ts';
import { until } from '../../server/test/until.ts';
import {
  curlLine,
  errand,
  errandJson,
  paste,
  processesIn,
  startServer,
  stoppedStart,
  withFolder,
  withPreparedFolder,
} from '../test/cli.ts';

const greeting = 'Hello Ada! Your first agent has run.';

test('a first start shows address, key and a curl line that works; a later one finds everything and hides the key', () =>
  withFolder(async (folder) => {
    const env = { ERRAND_DATA_DIR: join(folder, "it's data"), LOG_LEVEL: 'silent' };
    const first = await startServer(env);
    const { address } = first;
    assert.match(first.banner, new RegExp(`Console +${address}/\\n`));
    assert.match(first.banner, new RegExp(`API +${address}\\n`));
    assert.ok(!address.endsWith(':0'));
    const apiKey = /API key +(errand_\S+)/.exec(first.banner)![1]!;
    const file = join(env.ERRAND_DATA_DIR, 'credentials.json');
    const credentials = JSON.parse(await readFile(file, 'utf8'));
    assert.equal(credentials.api_key, apiKey);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const ran = await paste(curlLine(first.banner));
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(JSON.parse(ran.stdout)[0].value, greeting);

    const second = await errand(['serve'], { ...env, PORT: new URL(address).port });
    assert.equal(second.code, 3);
    assert.match(second.stderr, /^✗ Another errand server is already running on .*\n$/);
    assert.equal(second.stdout, '');
    const { organizations } = await errandJson(['org', 'list'], env);
    assert.deepEqual(organizations.length, 1);
    assert.deepEqual([organizations[0].id, organizations[0].name], [credentials.organization_id, 'Default']);

    first.send('SIGINT');
    assert.equal(await first.exit, 0);
    assert.deepEqual(await processesIn(folder), []);
    assert.equal(first.said().stderr, '');

    const again = await startServer(env);
    assert.ok(!again.banner.includes(apiKey));
    assert.ok(again.banner.includes(file));
    const reran = await paste(curlLine(again.banner));
    assert.equal(JSON.parse(reran.stdout)[0].value, greeting);
    const agents = await fetch(`${again.address}/v1/agents/`, { headers: { authorization: `Bearer ${apiKey}` } });
    assert.equal(((await agents.json()) as { count: number }).count, 1);
    again.send('SIGTERM');
    assert.equal(await again.exit, 0);
    assert.deepEqual(await processesIn(folder), []);
  }));

test('a start that is killed or crashes at any moment leaves what the next one can use', () =>
  withFolder(async (folder) => {
    const crash = 'process.on("SIGUSR2", () => { throw new Error("boom"); })';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(crash)}`;
    const env = { ERRAND_DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_OPTIONS };
    for (const afterMs of [500, 1_500, 2_200, 1_000]) await stoppedStart(env, afterMs, 'SIGKILL');
    const server = await startServer(env);
    const ran = await paste(curlLine(server.banner));
    assert.equal(JSON.parse(ran.stdout)[0].value, greeting);
    assert.equal((await errandJson(['org', 'list'], env)).organizations.length, 1);
    assert.equal((await errandJson(['key', 'list'], env)).keys.length, 1);

    server.send('SIGUSR2');
    assert.equal(await server.exit, 1);
    assert.match(server.said().stderr, /^Unexpected error, the process exits: boom\n$/);
    const next = await startServer(env);
    next.send('SIGINT');
    assert.equal(await next.exit, 0);
    assert.deepEqual(await processesIn(folder), []);
  }));

test('a key that is given is taken as it is and never shown, and the curl line works without it', () =>
  withPreparedFolder(async (folder) => {
    const apiKey = 'it\'s.my.own-key/with $signs&"more"'.replaceAll(' ', '_');
    const env = { ERRAND_DATA_DIR: folder, ERRAND_BOOTSTRAP_API_KEY: apiKey };
    // An organization that was created before the first start must not keep the given key from working.
    await errandJson(['org', 'create', 'Earlier'], env);
    const server = await startServer({ ...env, HOST: '0.0.0.0' });
    assert.ok(!server.banner.includes(apiKey));
    assert.match(server.address, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(JSON.parse((await paste(curlLine(server.banner))).stdout)[0].value, greeting);
    const answer = await fetch(`${server.address}/v1/agents/`, { headers: { authorization: `Bearer ${apiKey}` } });
    assert.equal(answer.status, 200);
    server.send('SIGINT');
    assert.equal(await server.exit, 0);
    const { stdout, stderr } = server.said();
    assert.ok(!`${stdout}${stderr}`.includes(apiKey));
  }));

test('processes of the roles api and worker share the work of one database', async () => {
  const { url, drop } = await createTestDatabase();
  await withFolder(async (folder) => {
    const env = { DATABASE_URL: url, ERRAND_DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const worker = await startServer(env, ['--role', 'worker']);
    assert.match(worker.banner, /role worker/);
    assert.equal((await errandJson(['org', 'list'], env)).organizations.length, 0);
    const apis = await Promise.all([startServer(env, ['--role', 'api']), startServer(env, ['--role', 'api'])]);
    assert.equal(apis.filter(({ banner }) => /API key +errand_/.test(banner)).length, 1);
    assert.equal((await errandJson(['org', 'list'], env)).organizations.length, 1);
    const line = curlLine(apis[0].banner).replace(/(run\/[^/]+\/)/, '$1async/');
    const jobId = JSON.parse((await paste(line)).stdout);
    const credential = curlLine(apis[1].banner).match(/ -H ('[^']+'|\S+)/)![1]!;
    await until(async () => {
      const { stdout } = await paste(`curl -sS ${apis[1].address}/v1/agents/jobs/${jobId}/result/ -H ${credential}`);
      return stdout.includes(greeting);
    }, 'the worker to run the job');
    assert.equal((await errand(['doctor'], env)).code, 0);
    for (const server of [worker, ...apis]) server.send('SIGTERM');
    assert.deepEqual(await Promise.all([worker, ...apis].map(({ exit }) => exit)), [0, 0, 0]);
  });
  await drop();
});

test('a stop that is asked for during the start happens', () =>
  withFolder(async (folder) => {
    for (const afterMs of [500, 1_500]) {
      // Null on a slow machine, where the signal ends the program before it handles signals.
      const code = await stoppedStart({ ERRAND_DATA_DIR: folder, LOG_LEVEL: 'silent' }, afterMs, 'SIGINT');
      assert.ok(code === 0 || code === null, `exit code ${code}`);
    }
    assert.deepEqual(await processesIn(folder), []);
  }));
