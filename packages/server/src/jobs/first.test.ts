import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Harness, startHarness, type TestOrg, until } from '../../test/harness.ts';

let h: Harness;
let org: TestOrg;
let agent: any;
before(async () => {
  h = await startHarness();
  org = await h.org();
  agent = (
    await org.request('POST', '/v1/agents/', {
      name: 'A',
      engine_class_id: 'TemplateEngine',
      input_definitions: [{ key: 'text', data_type: 'text/plain', description: '' }],
      engine_config: { template: 'Hello ${text}!' },
    })
  ).body;
});
after(() => h.stop());
test('sync', async () => {
  const a = await org.request('POST', `/v1/agents/run/${agent.id}/`, { text: 'Ada' });
  console.log(a.status, a.text);
  assert.equal(a.status, 200);
  assert.equal(a.body[0].value, 'Hello Ada!');
  const b = await org.request('POST', `/v1/agents/run/${agent.id}/`, { text: 'Ada' });
  console.log(b.status, b.text, b.headers.get('x-agent-job-id'));
  const v = await org.request('GET', `/v1/agents/jobs/${b.headers.get('x-agent-job-id')}/`);
  console.log(v.status, v.text);
});
test('async', async () => {
  const a = await org.request('POST', `/v1/agents/run/${agent.id}/async/`, { inputs: { text: 'Bob' } });
  console.log(a.status, a.text);
  const s = await until(async () => {
    const s = await org.request('GET', `/v1/agents/jobs/${a.body}/status/`);
    return s.body.status >= 3 && s;
  }, 'final');
  console.log(s.text);
  console.log((await org.request('GET', `/v1/agents/jobs/${a.body}/result/`)).text);
  const m = await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, {
    inputs: [{ text: '1' }, { text: '2' }],
  });
  console.log(m.text);
  console.log((await org.request('POST', `/v1/agents/jobs/results/`, { job_ids: m.body })).text);
  console.log((await org.request('GET', `/v1/agents/${agent.id}/jobs/`)).text.slice(0, 600));
  console.log(
    (
      await org.request('GET', `/v1/agents/${agent.id}/jobs/?status_code=3,6&search=bo&ordering=-cost,duration`)
    ).text.slice(0, 300),
  );
  const bt = await org.request('POST', `/v1/agents/run/${agent.id}/batches/`, {
    inputs: [{ text: '1' }, { text: 'x' }],
    name: 'b',
  });
  console.log(bt.status, bt.text);
  await until(async () => (await org.request('GET', `/v1/agents/batches/${bt.body.id}/`)).body.finished_at, 'batch');
  console.log((await org.request('GET', `/v1/agents/batches/${bt.body.id}/results/`)).text);
  console.log((await org.request('GET', `/v1/agents/jobs/${a.body}/events/`)).text);
  console.log((await org.request('POST', `/v1/agents/jobs/${a.body}/delete-data/`)).text);
  console.log((await org.request('GET', `/v1/agents/jobs/${a.body}/result/`)).text);
  console.log((await org.request('POST', `/v1/agents/jobs/${m.body[0]}/retry/`, {})).text);
  console.log((await org.request('POST', `/v1/agents/${agent.id}/jobs/cancel-all/`)).text);
  console.log(
    (await org.request('GET', `/metrics`)).text
      .split('\n')
      .filter((l: string) => l.startsWith('errand'))
      .join('\n'),
  );
  console.log((await org.request('GET', `/ready/`)).text);
});
