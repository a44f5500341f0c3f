import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

const inputs = [{ key: 'name', data_type: 'text/plain', description: '' }];

async function createAgent(extra: object = {}) {
  return org.expect(201, 'POST', '/v1/agents/', {
    name: 'Letter',
    engine_class_id: 'TemplateEngine',
    input_definitions: inputs,
    engine_config: { template: 'Dear ${name}' },
    ...extra,
  });
}
const getJob = async (id: string) => org.expect(200, 'GET', `/v1/agents/jobs/${id}/?wait=60`);
const versionsOf = async (id: string) => org.expect(200, 'GET', `/v1/agents/${id}/versions/`);

test('a sample runs an unpublished draft, and nobody else sees a change', async () => {
  const agent = await createAgent();
  const sample = await org.expect(201, 'POST', `/v1/agents/${agent.id}/samples/`, {
    engine_config: { template: 'Hello ${name}!' },
    inputs: { name: 'Ada' },
  });
  const job = await getJob(sample.job_id);
  assert.equal(job.outputs[0].value, 'Hello Ada!');
  assert.equal(job.origin, 'sample');
  assert.equal(job.agent_version_id, sample.version_id);
  assert.deepEqual(
    (await versionsOf(agent.id)).map((one: { id: string }) => one.id),
    [agent.current_version_id],
  );
  assert.equal((await org.expect(200, 'GET', `/v1/agents/${agent.id}/`)).current_version_id, agent.current_version_id);
  const draft = await org.expect(200, 'GET', `/v1/agents/${agent.id}/versions/${sample.version_id}/`);
  assert.equal(draft.is_draft, true);
});

test('the same draft twice is one, and another configuration another', async () => {
  const agent = await createAgent();
  const run = async (template: string) =>
    (
      await org.expect(201, 'POST', `/v1/agents/${agent.id}/samples/`, {
        engine_config: { template },
        inputs: { name: 'Ada' },
      })
    ).version_id;
  const first = await run('1 ${name}');
  assert.equal(await run('1 ${name}'), first);
  assert.notEqual(await run('2 ${name}'), first);
});

test('a draft that becomes current is a version like any other', async () => {
  const agent = await createAgent();
  const { version_id: id } = await org.expect(201, 'POST', `/v1/agents/${agent.id}/samples/`, {
    engine_config: { template: 'Hello ${name}!' },
    inputs: { name: 'Ada' },
  });
  await org.expect(200, 'PATCH', `/v1/agents/${agent.id}/set-current-version/${id}/`);
  assert.equal((await versionsOf(agent.id)).length, 2);
});

test('a sample neither fills the cache nor notifies', async () => {
  const agent = await createAgent();
  const body = { engine_config: { template: 'Dear ${name}' }, inputs: { name: 'Grace' } };
  const { version_id: id, job_id: sample } = await org.expect(201, 'POST', `/v1/agents/${agent.id}/samples/`, body);
  await getJob(sample);
  await org.expect(200, 'POST', `/v1/agents/run/${agent.id}/versions/${id}/async/`, { inputs: { name: 'Grace' } });
  const rows = await harness.database.system.query<{ cache_outcome: string; origin: string }>(
    'select origin, cache_outcome from jobs where version_id = $1 order by id',
    [id],
  );
  assert.deepEqual(
    rows.map((row) => [row.origin, row.cache_outcome]),
    [
      ['sample', 'skipped'],
      ['api', 'miss'],
    ],
  );
});

test('a sample that cannot run is refused with what to do, and no job starts', async () => {
  const agent = await createAgent();
  const at = `/v1/agents/${agent.id}/samples/`;
  const missing = await org.expect(400, 'POST', at, {});
  assert.match(JSON.stringify(missing), /name/);
  const wrong = await org.expect(400, 'POST', at, { engine_config: { output_type: 7 }, inputs: { name: 'Ada' } });
  assert.match(JSON.stringify(wrong), /template|output_type/);
  const rows = await harness.database.system.query('select 1 from jobs where agent_id = $1', [agent.id]);
  assert.equal(rows.length, 0);
});

test('where people approve results, only an admin sees one without approval', async () => {
  const agent = await createAgent({ approval: { when: 'always' } });
  const body = { inputs: { name: 'Ada' } };
  const member = await createPerson(harness, org);
  await member.expect(403, 'POST', `/v1/agents/${agent.id}/samples/`, body);
  const { job_id: id } = await org.expect(201, 'POST', `/v1/agents/${agent.id}/samples/`, body);
  assert.equal((await getJob(id)).status_code, 3);
});

test('viewers and other organizations start no sample', async () => {
  const agent = await createAgent();
  const viewer = await createPerson(harness, org, 'viewer');
  await viewer.expect(403, 'POST', `/v1/agents/${agent.id}/samples/`, { inputs: { name: 'Ada' } });
  const other = await harness.org();
  await other.expect(403, 'POST', `/v1/agents/${agent.id}/samples/`, { inputs: { name: 'Ada' } });
});

test('a version that is not made current waits for its promotion', async () => {
  const agent = await createAgent();
  const body = { engine_config: { template: 'later ${name}' }, make_current: false };
  const version = await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, body);
  assert.equal((await org.expect(200, 'GET', `/v1/agents/${agent.id}/`)).current_version_id, agent.current_version_id);
  assert.equal((await versionsOf(agent.id)).length, 2);
  await org.expect(200, 'PATCH', `/v1/agents/${agent.id}/set-current-version/${version.id}/`);
});
