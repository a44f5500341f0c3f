import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archivePass } from '#jobs/archive/archive-pass.ts';
import { archiveDeps, endOldJobs } from '../../test/archive/fixtures.ts';
import { testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { insertJobLink } from './store/parts.ts';

// A case lives longer than the rows of its jobs.

const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_SQL_WARM: '2' } }));
const deps = stopAtEnd(await archiveDeps(harness));
const org = await harness.org({ credits: 100 });
const ada = await createPerson(harness, org);
const old = await endOldJobs(harness, org, { count: 1, monthsAgo: 3 });
const jobId = old.ids[0]!;

test('a report goes on citing the words of a job that was archived', async () => {
  await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Long' });
  const { case_id: id, id: alertId } = await org.expect(201, 'POST', '/v1/case-alerts/', {
    queue: 'Long',
    external_id: 'a-1',
    subject: { kind: 'merchant', name: 'Roe Ltd', identifiers: { account: 'A1' } },
    rule: 'knives',
    detected_at: '2026-03-27T10:00:00Z',
  });
  await insertJobLink(harness.database.system, org.orgId, { caseId: id, jobId, alertId, step: 'look' });
  const { outputs } = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`);
  const quote = outputs[0].value.slice(0, 40);
  assert.ok(quote.length > 0);
  const saved = await ada.expect(200, 'PUT', `/v1/cases/${id}/report/`, {
    template: 'generic',
    revision: 0,
    sections: [
      {
        key: 'facts',
        title: 'Facts',
        sentences: [{ text: 'The agent saw it.', citations: [{ kind: 'job', id: jobId, quote }] }],
      },
    ],
  });
  assert.equal(saved.sections[0].sentences[0].status, 'quoted');
  assert.equal((await archivePass(deps, { afterMonths: 1 }))?.jobs, 1);
  const read = await ada.expect(200, 'GET', `/v1/cases/${id}/report/`);
  assert.deepEqual(read.sections, saved.sections);
});
