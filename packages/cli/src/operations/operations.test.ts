import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Harness, startHarness } from '../../../server/test/harness.ts';
import { errand, errandJson } from '../../test/cli.ts';

// Commands that nobody wrote by hand, against a real server.

let harness: Harness;
let folder: string;
let env: NodeJS.ProcessEnv;
before(async () => {
  harness = await startHarness();
  const org = await harness.org();
  folder = await mkdtemp(join(tmpdir(), 'errand-operations-'));
  env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: folder };
});
after(async () => {
  await harness.stop();
  await rm(folder, { recursive: true });
});

test('a thing is created from options and a file, listed, changed and deleted by its name', async () => {
  const body = join(folder, 'tag.json');
  await writeFile(body, JSON.stringify({ color: 'green' }));
  const made = await errandJson(['tags', 'create', 'Urgent', '--data', `@${body}`], env);
  assert.deepEqual([made.name, made.color], ['Urgent', 'green']);
  assert.match((await errand(['tags', 'list'], env)).stdout, /^ID +NAME .*\n.*Urgent/);
  assert.equal((await errandJson(['tags', 'update', 'urgent', '--name', 'Later'], env)).name, 'Later');
  assert.deepEqual(
    (await errandJson(['tags', 'list'], env)).tags.map((tag: { name: string }) => tag.name),
    ['Later'],
  );
  assert.deepEqual(await errandJson(['tags', 'delete', 'Later'], env), { id: made.id, deleted: true });
});

test('what belongs to the organization is reached without its id, and a list says when it has more', async () => {
  for (const name of ['One', 'Two', 'Three']) await errandJson(['api-keys', 'create', name, '--role', 'viewer'], env);
  const { code, stdout, stderr } = await errand(['api-keys', 'list', '--limit', '2'], env);
  assert.deepEqual([code, stdout.trim().split('\n').length], [0, 3]);
  assert.match(stderr, /Only the first 2/);
  assert.match((await errand(['api-keys', 'revoke', 'Two'], env)).stdout, /Deleted Two/);
  const names = (await errandJson(['api-keys', 'list'], env)).api_keys.map((key: { name: string }) => key.name);
  assert.ok(names.includes('One') && !names.includes('Two'), String(names));
  assert.match((await errand(['members', 'list'], env)).stdout, /EMAIL +ROLE|There are none/);
});

test('a secret is kept through the API where no organization is named', async () => {
  assert.equal((await errand(['secrets', 'set', 'TOKEN'], env, 'a value\n')).code, 0);
  const { secrets } = await errandJson(['secrets', 'list'], env);
  assert.deepEqual([secrets[0].name, JSON.stringify(secrets).includes('a value')], ['TOKEN', false]);
  assert.equal((await errand(['secrets', 'delete', 'TOKEN'], env)).code, 0);
});

test('names of agents stand for ids in options, and a file comes back as it was uploaded', async () => {
  const agent = ['agents', 'create', 'Letter', '--engine-class', 'TemplateEngine', '--engine-config'];
  const { id } = await errandJson([...agent, '{"template": "Dear you"}'], env);
  const { worksheets } = await errandJson(['worksheets', 'list'], env);
  assert.deepEqual(worksheets, []);
  const set = await errandJson(['evaluations', 'create', 'Letters', '--agent', 'letter'], env);
  assert.equal(set.agent_id, id);
  const path = join(folder, 'note.txt');
  await writeFile(path, 'Hello');
  const stored = await errandJson(['files', 'upload', path], env);
  const copy = join(folder, 'copy.txt');
  assert.equal((await errandJson(['files', 'content', stored.id, '--out', copy], env)).size, 5);
  assert.equal(await readFile(copy, 'utf8'), 'Hello');
  const table = ['uploads', 'create', '--table-name', 'notes', '--file'];
  assert.equal((await errand([...table, join(folder, 'none.csv')], env)).code, 2);
  await writeFile(path, 'a,b\n1,2\n');
  assert.equal((await errand([...table, path], env)).code, 0);
});

test('mistakes end with the codes of every command, and the nearest word is said', async () => {
  const cases: [number, RegExp, ...string[]][] = [
    [4, /No tag is called Urgnt/, 'tags', 'delete', 'Urgnt'],
    [2, /Did you mean update/, 'tags', 'updte', 'x'],
    [2, /Nothing is given\. Use --data, or --reason/, 'reviews', 'skip', '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f'],
    [2, /is not JSON/, 'tags', 'create', 'X', '--data', '{'],
    [2, /Enter a number/, 'jobs', 'evidence', '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f', '--page', 'one'],
    [2, /Allowed choices are/, 'api-keys', 'create', 'X', '--role', 'king'],
  ];
  for (const [code, said, ...args] of cases) {
    const result = await errand(args, env);
    assert.deepEqual([result.code, result.stdout], [code, ''], `errand ${args.join(' ')}: ${result.stderr}`);
    assert.match(result.stderr, said);
  }
});
