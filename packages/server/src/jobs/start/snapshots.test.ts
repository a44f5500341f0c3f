import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, createVersion, getJob, runSync, startJob, untilFinal } from '../../../test/runs.ts';

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const org = await harness.org();

const template = (text: string) => ({ inputs: [{ key: 'text' }], config: { template: text } });

async function value(path: string, body: unknown = { text: 'a' }): Promise<string> {
  const answer = await org.expect(200, 'POST', `/v1/agents/run/${path}`, body);
  return answer[0].value;
}

test('a run takes the current version, a version run the one it names, in both ways', async () => {
  const agent = await createAgent(org, 'TemplateEngine', template('one ${text}'));
  const second = await createVersion(org, agent.id, { config: { template: 'two ${text}' } });
  assert.equal(await value(`${agent.id}/`), 'two a');
  assert.equal(await value(`${agent.id}/versions/${agent.versionId}/`), 'one a');
  assert.equal(await value(`${agent.id}/versions/${second}/`), 'two a');
  const answer = await org.request('POST', `/v1/agents/run/${agent.id}/versions/${agent.versionId}/async/`, {
    text: 'b',
  });
  const job = await untilFinal(org, answer.body);
  assert.deepEqual([job.agent_id, job.agent_version_id, job.outputs[0].value], [agent.id, agent.versionId, 'one b']);
});

test('a version id in the place of the agent id runs that version, even when it is not current', async () => {
  const agent = await createAgent(org, 'TemplateEngine', template('one ${text}'));
  await createVersion(org, agent.id, { config: { template: 'two ${text}' } });
  assert.equal(await value(`${agent.versionId}/`), 'one a');
  const job = await untilFinal(org, await startJob(org, agent.versionId, { text: 'a' }, { 'x-skip-cache': 'true' }));
  assert.deepEqual([job.agent_id, job.agent_version_id, job.outputs[0].value], [agent.id, agent.versionId, 'one a']);
});

test('only runs take a version id there: lists, cancel-all and batches do not know such an agent', async () => {
  const { versionId } = await createAgent(org, 'TemplateEngine', template('${text}'));
  assert.equal((await org.request('GET', `/v1/agents/${versionId}/jobs/`)).status, 404);
  assert.equal((await org.request('POST', `/v1/agents/${versionId}/jobs/cancel-all/`)).status, 404);
  await org.expect(404, 'POST', `/v1/agents/run/${versionId}/batches/`, { inputs: [{ text: 'a' }] });
});

test('an unknown version, one of another agent and a deleted one are 404', async () => {
  const agent = await createAgent(org, 'TemplateEngine', template('${text}'));
  const other = await createAgent(org, 'TemplateEngine', template('${text}'));
  const gone = await createVersion(org, agent.id, {});
  assert.equal(await value(`${agent.id}/versions/${gone}/`), 'a');
  await org.request('DELETE', `/v1/agents/${agent.id}/versions/${gone}/`);
  for (const versionId of [other.versionId, gone, '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d']) {
    for (const path of ['', 'async/']) {
      const answer = await org.request('POST', `/v1/agents/run/${agent.id}/versions/${versionId}/${path}`, {
        text: 'a',
      });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']]);
    }
  }
});

test('the next run after a promotion is judged by, and runs, the promoted version', async () => {
  const agent = await createAgent(org, 'TemplateEngine', template('one ${text}'));
  assert.equal(await value(`${agent.id}/`), 'one a');
  const second = await createVersion(org, agent.id, {
    inputs: [{ key: 'name' }],
    config: { template: 'two ${name}' },
  });
  assert.equal(await value(`${agent.id}/`, { name: 'b' }), 'two b');
  const old = await runSync(org, agent.id, { text: 'a' });
  assert.deepEqual([old.status, old.body], [400, ["Required input 'name' was not supplied."]]);
  await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${agent.versionId}/`);
  assert.equal(await value(`${agent.id}/`), 'one a');
  const form = new FormData();
  form.set('name', 'c');
  await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${second}/`);
  assert.equal(await value(`${agent.id}/`, form), 'two c');
});

test('a deleted agent is 404 at once, whatever the body', async () => {
  for (const body of ['{', { metadata: 7 }, {}, { text: 'a' }]) {
    for (const path of ['', 'async/', 'async/many/', 'batches/']) {
      const agent = await createAgent(org, 'TemplateEngine', template('${text}'));
      await value(`${agent.id}/`);
      assert.equal((await org.request('DELETE', `/v1/agents/${agent.id}/`)).status, 204);
      const answer = await org.request('POST', `/v1/agents/run/${agent.id}/${path}`, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']], `${path} ${answer.text}`);
      assert.equal((await org.request('GET', `/v1/agents/${agent.id}/jobs/`)).status, 404);
    }
  }
});

test('deleting an agent cancels what waits and what runs; finished jobs stay readable by id', async () => {
  const agent = await createAgent(org, 'GateEngine');
  gate.open();
  const finished = await startJob(org, agent.id, { text: 'finished' });
  await untilFinal(org, finished);
  gate.close();
  const running = await startJob(org, agent.id, { text: 'running' });
  await until(async () => gate.waiting.has(running), 'the job to start');
  const waiting = runSync(org, agent.id, { text: 'somebody waits' });
  await until(async () => gate.waiting.size === 2, 'the second job to start');
  await org.request('DELETE', `/v1/agents/${agent.id}/`);
  const sync = await waiting;
  assert.deepEqual([sync.status, sync.body.error], [400, 'The agent was deleted.']);
  assert.equal((await untilFinal(org, running)).status_code, 5);
  await until(async () => gate.waiting.size === 0, 'the engines to be told');
  const job = await getJob(org, finished);
  assert.deepEqual([job.status_code, job.outputs[0].value], [3, 'passed finished']);
});
