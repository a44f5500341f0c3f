import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '#engines/engine/engine.ts';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { createOutside } from './outside.ts';

const fileId = '01900000-0000-7000-8000-00000000000a';
type Answers = Parameters<typeof scriptedDb>[0];

function outside(answers: Answers = {}, over: Partial<ClaimedJob> = {}) {
  const db = scriptedDb(answers);
  const create = createOutside({
    database: scriptedDatabase(db),
    storage: memoryStorage({ k: 'content' }),
    progress: { report: () => undefined },
    publicUrl: () => 'https://errand.example',
  });
  return {
    db,
    of: create({
      jobId: 'j3',
      orgId: 'org',
      agentId: 'a',
      retriedFrom: null,
      policyVersionId: null,
      ...over,
    } as ClaimedJob),
  };
}
const failsWith = (code: string) => (error: unknown) => error instanceof EngineFailure && error.code === code;

test('a file is found by any spelling of its id, and what is none is refused without a look', async () => {
  const { of } = outside({ 'from files': [{ id: fileId, name: 'a', storageKey: 'k' }] });
  assert.equal((await of.file(`file_${fileId.toUpperCase()}`)).id, fileId);
  const { of: none, db } = outside();
  await assert.rejects(none.file('../etc/passwd'), failsWith('errand.files.not_found'));
  assert.equal(db.sent.length, 0);
  await assert.rejects(none.file(fileId), failsWith('errand.files.not_found'));
});

test('a file whose content is gone fails the job when it is opened', async () => {
  const { of } = outside({ 'from files': [{ id: fileId, storageKey: 'gone' }] });
  const file = await of.file(fileId);
  await assert.rejects(async () => file.open(), failsWith('errand.files.content_missing'));
});

test('what an earlier job kept is found through the jobs that this one repeats', async () => {
  const references = (owner: string): Answers => ({
    'from job_references': ([, jobId]) => (jobId === owner ? [{ storageKey: 'k' }] : []),
    retried_from: ([, jobId]) => [{ retried_from: jobId === 'j2' ? 'j1' : null }],
  });
  const { of } = outside(references('j1'), { retriedFrom: 'j2' });
  assert.equal((await of.recall('r')).toString(), 'content');
  const { of: none } = outside(references('elsewhere'), { retriedFrom: 'j2' });
  await assert.rejects(none.recall('r'), failsWith('errand.artifacts.missing'));
});

test('jobs that repeat each other in a circle end the search', async () => {
  const { of } = outside({ retried_from: [{ retried_from: 'j2' }] }, { retriedFrom: 'j2' });
  await assert.rejects(of.recall('r'), failsWith('errand.artifacts.missing'));
});

test('a job without a policy asks for none, and an unknown artifact fails it', async () => {
  const { of, db } = outside();
  assert.equal(await of.policy(), undefined);
  assert.equal(db.sent.length, 0);
  await assert.rejects(of.readArtifact('x'), failsWith('errand.artifacts.missing'));
});
