import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Harness, startHarness } from '../../../server/test/harness.ts';
import type { Printed } from '../../test/run-many.ts';

let harness: Harness;
let folder: string;
let child: ReturnType<typeof fork>;

before(async () => {
  harness = await startHarness();
  const org = await harness.org();
  folder = await mkdtemp(join(tmpdir(), 'errand-knowledge-'));
  const env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: folder };
  child = fork(new URL('../../test/run-many.ts', import.meta.url), { env, execArgv: [] });
});
after(async () => {
  child.disconnect();
  await harness.stop();
  await rm(folder, { recursive: true });
});

async function run(...words: string[]): Promise<Printed> {
  child.send(['knowledge', ...words]);
  return ((await once(child, 'message')) as [Printed])[0];
}
async function knowledge(...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(...words, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}
const idsOf = ({ refs }: any) => refs.map((ref: any) => `${ref.typologyId}=${ref.relevance}`);

test('a draft is proposed, changed and finished; its lens outlives the knowledge base until that is deleted', async () => {
  const made = await knowledge('create', 'Acme Pay', '--brief', 'Payouts of a marketplace to new bank accounts.');
  assert.equal(made.draft.status, 'ready');
  assert.ok(made.draft.refs.length > 0);
  await knowledge('select', 'Acme Pay', 'money-mule=core');
  const both = ['money-mule=core', 'account-takeover=edge'];
  assert.deepEqual(idsOf(await knowledge('select', made.id, 'account-takeover=edge', '--add')), both);

  const asked = await knowledge('feedback', 'Acme Pay', 'No cash.');
  assert.equal(asked.pendingProposal.feedback, 'No cash.');
  const shown = await run('get', 'Acme Pay');
  assert.match(shown.stdout, /WAITING PROPOSAL/);
  const early = await run('finalize', 'Acme Pay');
  assert.deepEqual([early.code, early.stdout], [2, '']);
  const kept = await knowledge('discard', 'Acme Pay');
  assert.deepEqual([idsOf(kept), kept.pendingProposal], [both, null]);
  assert.deepEqual(idsOf(await knowledge('select', 'Acme Pay', 'account-takeover', '--remove')), ['money-mule=core']);

  const finished = await run('finalize', 'Acme Pay', '--name', 'Payouts');
  assert.match(finished.stdout, /Payouts is active with \d+ tactics\.[\s\S]*\/mcp\/knowledge-base\//);
  const { atlas_lens_id: lens } = await knowledge('unlink', 'Payouts');
  assert.equal((await run('get', 'Payouts')).code, 4);
  const back = await knowledge('import', lens);
  assert.equal(back.atlas_lens_id, lens);
  assert.deepEqual(await knowledge('delete', 'Payouts'), { id: back.id, deleted: true });
  assert.equal((await run('import', lens)).code, 4);
});

test('a name that two have, and words without sense, are refused before anything changes', async () => {
  const make = () => knowledge('create', 'Twin', '--brief', 'Cards for small shops and markets.', '--detach');
  const twins = [await make(), await make()];
  const unclear = await run('delete', 'Twin');
  assert.deepEqual([unclear.code, unclear.stderr.includes('2 knowledge bases')], [2, true]);
  assert.equal((await knowledge('list')).knowledge_bases.length, 2);
  const wrong = await run('select', twins[0].id, 'money-mule=high');
  assert.deepEqual([wrong.code, wrong.stderr.includes('is not a typology')], [2, true]);
});
