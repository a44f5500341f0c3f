import assert from 'node:assert/strict';
import { test } from 'node:test';
import { key, makeFiles, trust } from '../test/case-files.ts';
import { writeArchive } from './archive.ts';
import { signObject } from './signature.ts';
import { verifyCase } from './verify-case.ts';
import { findIndexProblems } from './verify-index.ts';

const keys = [trust(key)];
const report = verifyCase(
  writeArchive(
    makeFiles({
      change: (facts) => {
        facts.verdict = 'approved';
      },
    }),
  ),
);
const { job_id, organization_id } = report.manifest!;
const files = [{ name: `case-${job_id}.zip`, report }];
const row = { job_id, agent_id: 'a', status_code: 3, verdict: 'approved' as string | null, finished_at: '2026-05-04' };
const indexOf = (cases = [row]) => signObject({ organization_id, from: '2026-05-01', to: '2026-06-01', cases }, key);

test('a list fits when it was signed and every case is there', () => {
  assert.deepEqual(findIndexProblems(indexOf(), { keys, files }), []);
  assert.deepEqual(findIndexProblems(indexOf([{ ...row, verdict: null }]), { keys, files }), [], 'data deleted since');
});

test('altered, missing and added parts are named', () => {
  const problems = (index: unknown, given: object = {}) =>
    findIndexProblems(index, { keys, files, ...given }).join(' ');
  assert.match(problems({ ...indexOf(), to: '2027-01-01' }), /list is not what was signed/);
  assert.match(problems(indexOf(), { files: [] }), new RegExp(`case file of job ${job_id} is missing`));
  assert.match(problems(indexOf([])), /is not in the list/);
  assert.match(
    problems(indexOf([{ ...row, verdict: 'rejected' }])),
    /has the verdict approved, but the list says rejected/,
  );
  assert.match(problems(indexOf(), { keys: [] }), /not one of the trusted keys/);
  assert.match(problems({}), /is not valid/);
});
