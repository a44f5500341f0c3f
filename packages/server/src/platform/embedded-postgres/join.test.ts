import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import {
  dataFolder,
  open,
  openInChild,
  postmasterPid,
  preparedFolder,
  query,
} from '../../../test/embedded-postgres.ts';

// Which process starts and stops PostgreSQL if several use one data folder.

test('a restart finds the data, and a stop leaves no process', async (t) => {
  const dataDir = await preparedFolder(t);
  const first = await open(t, { dataDir });
  assert.equal(first.adopted, false);
  await query(first.url, 'create table kept as select 42 as answer');
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  assert.equal(await postmasterPid(dataDir), undefined);

  const second = await open(t, { dataDir });
  assert.equal(second.adopted, false);
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
});

test('postgres outlives a killed process and is adopted with its data by the next one', async (t) => {
  const dataDir = await preparedFolder(t);
  const child = openInChild(t, { dataDir, purpose: 'server' });
  const [ready] = await child.lines(1);
  const { url } = JSON.parse(ready!) as { url: string };
  await query(url, 'create table kept as select 42 as answer');
  const pid = await postmasterPid(dataDir);
  child.process.kill('SIGKILL');
  await child.exited;

  const next = await open(t, { dataDir });
  assert.equal(next.adopted, true);
  assert.equal(await postmasterPid(dataDir), pid);
  assert.equal(next.url, url);
  assert.deepEqual(await query(next.url, 'select answer from kept'), [{ answer: 42 }]);
  assert.equal(child.output().trim(), ready, 'postgres wrote nothing to our output');
  await next.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a second server is refused with one line, while operators work beside the first', async (t) => {
  const dataDir = await preparedFolder(t);
  const server = await open(t, { dataDir });
  await query(server.url, 'create table seen as select 1 as one');
  await assert.rejects(open(t, { dataDir }), {
    name: 'EmbeddedPostgresError',
    message: `Another errand server is already running on ${dataDir} (process ${process.pid}). Stop it first, or choose another folder with ERRAND_DATA_DIR.`,
  });
  const operator = await open(t, { dataDir, purpose: 'operator' });
  assert.equal(operator.adopted, true);
  assert.deepEqual(await query(operator.url, 'select one from seen'), [{ one: 1 }]);
  await operator.stop();
  assert.deepEqual(await query(server.url, 'select one from seen'), [{ one: 1 }]);
});

test('an operator that came before the server does not take postgres with it', async (t) => {
  const dataDir = await preparedFolder(t);
  const operator = await open(t, { dataDir, purpose: 'operator' });
  const server = await open(t, { dataDir });
  assert.equal(server.adopted, true);
  await operator.stop();
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a server that stops leaves postgres to the operator, who then ends it', async (t) => {
  const dataDir = await preparedFolder(t);
  const server = await open(t, { dataDir });
  const operator = await open(t, { dataDir, purpose: 'operator' });
  await server.stop();
  assert.deepEqual(await query(operator.url, 'select 1 as one'), [{ one: 1 }]);
  await operator.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('of two simultaneous first starts one serves and the other is refused', async (t) => {
  const dataDir = await dataFolder(t);
  const outcomes = await Promise.allSettled([open(t, { dataDir }), open(t, { dataDir })]);
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.equal(won.length, 1, lost.map(({ reason }) => String(reason)).join('; '));
  assert.match(String(lost[0]?.reason), /Another errand server is already running/);
  assert.deepEqual(await query(won[0]!.value.url, 'select 1 as one'), [{ one: 1 }]);
  const left = (await readdir(dataDir)).filter((name) => /init|password\./.test(name));
  assert.deepEqual(left, []);
});

test('openers that come and go at the same time all get in, and the last one ends postgres', async (t) => {
  const dataDir = await preparedFolder(t);
  const comeAndGo = async () => {
    for (let round = 0; round < 6; round++) {
      const operator = await open(t, { dataDir, purpose: 'operator' });
      assert.deepEqual(await query(operator.url, 'select 1 as one'), [{ one: 1 }]);
      await operator.stop();
    }
  };
  await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
  assert.equal(await postmasterPid(dataDir), undefined);
});
