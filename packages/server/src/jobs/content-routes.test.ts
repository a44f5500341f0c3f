import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createAgent, startJob, untilFinal } from '../../test/runs.ts';

const content = '<p>0123456789</p>';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const jobId = await startJob(org, (await createAgent(org, 'StepsEngine')).id, { text: 'a' });
const job = await untilFinal(org, jobId);
const { references, evidence_data: artifacts } = JSON.parse(job.outputs[1].value);
assert.ok(references[0].startsWith(`${harness.baseUrl}/v1/agents/jobs/${jobId}/references/`));
const reference = new URL(references[0]).pathname;
const artifactKey = artifacts[0];

const artifact = (query: string) => org.request('GET', `/v1/agents/jobs/${jobId}/artifacts/result/${query}`);

describe('artifacts', () => {
  test('are given by their key, only the content', async () => {
    assert.ok(artifactKey.startsWith(`agent-job-${jobId}/`));
    const answer = await artifact(`?artifact_key=${encodeURIComponent(artifactKey)}`);
    assert.deepEqual([answer.status, answer.body], [200, { result: { text: 'a', big: '12345678901234567890' } }]);
  });

  test('without a key it is 400 {error}', async () => {
    for (const query of ['', '?artifact_key=', '?artifact_key=a&artifact_key=b']) {
      const answer = await artifact(query);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error', 'code']], query);
    }
  });

  test('an unknown key, and a key of another job, are 404', async () => {
    const other = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
    for (const key of [
      'x',
      `agent-job-${jobId}/other.json`,
      `agent-job-${other}/evidence.json`,
      `agent-job-${jobId}/../a`,
      '%00',
    ]) {
      const answer = await artifact(`?artifact_key=${key.startsWith('%') ? key : encodeURIComponent(key)}`);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']], key);
    }
  });
});

describe('references', () => {
  test('are the bytes with their content type, shown or saved', async () => {
    const shown = await org.request('GET', reference);
    assert.deepEqual([shown.status, shown.text], [200, content]);
    assert.equal(shown.headers.get('content-type'), 'text/html');
    assert.equal(shown.headers.get('accept-ranges'), 'bytes');
    assert.equal(shown.headers.get('content-disposition'), null);
    assert.match(shown.headers.get('content-security-policy')!, /sandbox/, 'a saved page runs no script');
    for (const value of ['true', 'True', '1']) {
      const saved = await org.request('GET', `${reference}?download=${value}`);
      assert.match(saved.headers.get('content-disposition')!, /^attachment; filename="[0-9a-f-]{36}\.html"/);
    }
    const wrong = await org.request('GET', `${reference}?download=maybe`);
    assert.deepEqual([wrong.status, Object.keys(wrong.body)], [400, ['download']]);
  });

  test('a range is 206 with its part, beyond the end 416 {error}', async () => {
    const part = async (range: string) => org.request('GET', reference, undefined, { range });
    for (const [range, text, shown] of [
      ['bytes=3-5', '012', `bytes 3-5/${content.length}`],
      ['bytes=13-', '</p>', `bytes 13-16/${content.length}`],
      ['bytes=-4', '</p>', `bytes 13-16/${content.length}`],
      ['bytes=15-999', 'p>', `bytes 15-16/${content.length}`],
    ] as const) {
      const answer = await part(range);
      assert.deepEqual([answer.status, answer.text, answer.headers.get('content-range')], [206, text, shown]);
    }
    const beyond = await part(`bytes=${content.length}-`);
    assert.deepEqual([beyond.status, Object.keys(beyond.body)], [416, ['error', 'code']]);
    assert.equal(beyond.headers.get('content-range'), `bytes */${content.length}`);
    assert.equal((await part('bytes=0-1,3-4')).status, 200, 'several ranges: all of it');
  });

  test('an id that cannot be one is a bare array, an unknown one 404', async () => {
    const base = `/v1/agents/jobs/${jobId}/references/`;
    for (const id of ['a%20b', '%00', 'a'.repeat(201), '..%2f..%2fetc', 'ü']) {
      const answer = await org.request('GET', `${base}${id}/`);
      assert.equal(answer.status, 400, `${id}: ${answer.text}`);
      assert.ok(Array.isArray(answer.body), id);
    }
    const unknown = await org.request('GET', `${base}01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d.html/`);
    assert.deepEqual([unknown.status, Object.keys(unknown.body)], [404, ['detail', 'code']]);
  });

  test('of a cached job are those of the job that produced them', async () => {
    const agent = await createAgent(org, 'StepsEngine');
    await untilFinal(org, await startJob(org, agent.id, { text: 'b' }));
    const hit = await untilFinal(org, await startJob(org, agent.id, { text: 'b' }));
    assert.equal(hit.status_code, 6);
    const [url] = JSON.parse(hit.outputs[1].value).references;
    assert.equal((await org.request('GET', new URL(url).pathname)).text, content);
  });
});
