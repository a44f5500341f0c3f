import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { saveGenerated } from '#skills/save-generated.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, createVersion, startJob, untilFinal } from '../runs.ts';
import { upload } from '../workspace/workspace.ts';

// Skill sets in the hands of agents: the model sees what the files are about, and reads those it needs.

const model = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } }));
const org = await harness.org();

const file = (relative_path: string, content: string) => ({ relative_path, content });
const handbook = (word: string) => [
  file('SKILL.md', '---\nname: Disputes\ndescription: Read it first.\n---\nRead the page of the kind of dispute.'),
  file('kinds/fraud.md', `---\ndescription: For fraud.\n---\nThe word is ${word}.\n@include ../words.md`),
  file('words.md', 'A dispute is a chargeback.'),
  file('kinds/unused.md', 'NOBODY-READS-THIS'),
];
async function createSet(name: string): Promise<string> {
  const { id } = (await org.request('POST', '/v1/skills/', { name })).body;
  await addVersion(id, 'walrus');
  return id;
}
async function addVersion(id: string, word: string): Promise<void> {
  await org.expect(201, 'POST', `/v1/skills/${id}/versions/`, { files: handbook(word) });
}
const output_schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
const reader = (name: string, skill_set_id: string) =>
  createAgent(org, 'MultimodalExtractionEngine', {
    config: { model: name, text: '$text', skill_set_id, output_schema },
  });
const read = (path: string) => ({ tools: [{ name: 'read_skill_file', input: { path } }] });
const stepNames = (job: { steps: { name: string }[] }): string[] => job.steps.map(({ name }) => name);

describe('an agent with a skill set', () => {
  test('sees the front matter first, reads files on demand, and its steps say which', async () => {
    const set = await createSet('Handbook');
    await model.script('clerk', read('kinds/fraud.md'), read('../../etc/passwd'), { json: { answer: 'walrus' } });
    const agent = await reader('clerk', set);
    const job = await untilFinal(org, await startJob(org, agent.id, { text: 'A case.' }));
    assert.equal(job.status_code, 3, job.error_message);
    const asked = await model.calls('clerk');
    const first = JSON.stringify(asked[0]!.body);
    assert.match(first, /SKILL\.md \(Disputes: Read it first\.\)/);
    assert.match(first, /kinds\/fraud\.md \(For fraud\.\)/);
    assert.doesNotMatch(first, /walrus/);
    const last = JSON.stringify(asked.at(-1)!.body);
    assert.match(last, /The word is walrus\.\\+nA dispute is a chargeback/);
    assert.match(last, /File '\.\.\/\.\.\/etc\/passwd' not found in the skill set/);
    assert.doesNotMatch(last, /NOBODY-READS-THIS/);
    assert.ok(stepNames(job).includes('skills'));
    assert.ok(stepNames(job).includes('skill file kinds/fraud.md'), stepNames(job).join(', '));
    assert.ok(!stepNames(job).some((name) => name.includes('unused')));
  });

  test('works with another current version at once: a cached answer of the version before is not given', async () => {
    const set = await createSet('Cached');
    await model.script('cacher', read('kinds/fraud.md'), { json: { answer: 'one' } });
    const agent = await reader('cacher', set);
    const run = async () => untilFinal(org, await startJob(org, agent.id, { text: 'The same case.' }));
    await run();
    assert.equal((await run()).status_code, 6, 'the same version is the same answer');
    await addVersion(set, 'otter');
    await model.script('cacher', read('kinds/fraud.md'), { json: { answer: 'two' } });
    const fresh = await run();
    assert.equal(fresh.status_code, 3, fresh.error_message);
    assert.match(JSON.stringify((await model.calls('cacher')).at(-1)!.body), /The word is otter/);
  });

  test('with the built-in model says that nothing was read', async () => {
    const agent = await reader('baseline', await createSet('Unread'));
    const job = await untilFinal(org, await startJob(org, agent.id, { text: 'answer: 5' }));
    assert.equal(job.status_code, 3, job.error_message);
    assert.match(job.outputs[0].description, /The skill set was not used/);
  });

  test('investigates by the instructions it chose to read', async () => {
    const content = {
      guidelines: {
        categories: [{ title: 'A', rules: [{ title: 'Walrus', description: 'Says walrus.', flag: 'RED_FLAG' }] }],
      },
      dispositions: { classifications: [{ name: 'approved' }, { name: 'rejected' }] },
    };
    const policy = (await org.request('POST', '/v1/policies/', { name: 'Words', content })).body;
    await model.script('inspector', read('SKILL.md'), { text: 'Read.' }, { json: { questions: [] } });
    const agent = await createAgent(org, 'AMLInvestigationEngine', {
      config: {
        model: 'inspector',
        policy_version_id: policy.id,
        skill_set_id: await createSet('Cases'),
        enable_planning: true,
      },
    });
    const inputs = { alert_data: 'An alert.', transaction_data: '[]' };
    const job = await untilFinal(org, await startJob(org, agent.id, inputs));
    assert.ok(stepNames(job).includes('skill file SKILL.md'), `${stepNames(job).join(', ')} ${job.error_message}`);
    const plan = (await model.calls('inspector')).map(({ body }) => JSON.stringify(body));
    const told = plan.find((body) => body.includes('Plan the investigation'));
    assert.match(told ?? '', /Instructions of the team.*Read the page of the kind of dispute/s);
  });
});

describe('a generation', () => {
  const generate = (set: string, body: object) => org.request('POST', `/v1/skills/${set}/generate-version/`, body);
  const current = async (set: string) => (await org.request('GET', `/v1/skills/${set}/generation/`)).body.generation;
  const ended = (set: string) =>
    until(async () => {
      const generation = await current(set);
      return generation?.status !== 'building' && generation;
    }, 'the end of the generation');

  before(async () => {
    await upload(org, 'orders', 'id,total\n1,12.5\n2,99\n');
    await useModel('baseline');
  });

  /** The built-in agent is one like others: its next version may have another model. */
  async function useModel(name: string): Promise<void> {
    const { results } = (await org.request('GET', '/v1/agents/?engine_class_id=SkillWriterEngine')).body;
    const id = results[0]?.id ?? (await createAgent(org, 'SkillWriterEngine')).id;
    const { engine_config } = (await org.request('GET', `/v1/agents/${id}/versions/current/`)).body;
    await createVersion(org, id, { config: { ...engine_config, model: name } });
  }

  test('is a job that writes files from tables, attachments and a policy, and streams', async () => {
    const set = await createSet('Generated');
    const form = new FormData();
    form.set('file', new File(['Refunds need a receipt.'], 'Refund rules.txt', { type: 'text/plain' }));
    const uploaded = (await org.request('POST', '/v1/datasets/files/upload/', form)).body;
    const policy = (
      await org.request('POST', '/v1/policies/', { name: 'Refunds', content: { instructions: 'Be kind.' } })
    ).body;
    const started = await generate(set, {
      use_case: 'Decide refunds.',
      table_names: ['orders'],
      attachments: [uploaded.id],
      policy_id: policy.id,
    });
    assert.equal(started.status, 200, started.text);
    assert.deepEqual(Object.keys(started.body), ['workflow_id', 'sse_endpoint', 'run_id']);
    const events = await fetch(`${harness.baseUrl}${started.body.sse_endpoint}`, {
      headers: { authorization: `Bearer ${org.apiKey}` },
    });
    assert.match(await events.text(), /event: end/);
    const generation = await ended(set);
    assert.deepEqual([generation.id, generation.status, generation.error], [started.body.run_id, 'succeeded', '']);
    const job = await untilFinal(org, started.body.workflow_id);
    const outputs = Object.fromEntries(job.outputs.map((one: { key: string; value: string }) => [one.key, one.value]));
    const files = new Map(JSON.parse(outputs.files).map((one: any) => [one.relative_path, one.content]));
    assert.deepEqual(
      [...files.keys()],
      ['SKILL.md', 'documents/refund-rules.md', 'policy/policy.md', 'tables/orders.md'],
    );
    assert.match(String(files.get('SKILL.md')), /outline by the built-in model/);
    assert.match(String(files.get('tables/orders.md')), /total: 2 values, about 2 different/);
    assert.match(String(files.get('documents/refund-rules.md')), /Refunds need a receipt/);
    assert.match(outputs.summary, /baseline/);
    assert.equal(outputs.version_id, undefined, 'nothing is saved unless that was asked for');
    assert.equal((await org.request('GET', `/v1/skills/${set}/versions/`)).body.count, 2);
  });

  test('with auto_commit becomes the current version, by a model that corrects files that cannot be used', async () => {
    const set = await createSet('Committed');
    const reply = (path: string) => ({ json: { summary: 'One file.', files: [file(path, '# Refunds')] } });
    await model.script('scribe', reply('../SKILL.md'), reply('SKILL.md'));
    await useModel('scribe');
    const started = await generate(set, { use_case: 'Refunds.', table_names: ['orders'], auto_commit: true });
    assert.equal(started.status, 200, started.text);
    const generation = await ended(set);
    assert.equal(generation.status, 'succeeded', generation.error);
    const asked = (await model.calls('scribe')).map(({ body }) => JSON.stringify(body));
    assert.match(asked[0]!, /The table orders has 2 rows/);
    assert.match(asked[1]!, /a path may not leave the set/);
    const version = (await org.request('GET', `/v1/skills/versions/${set}/`)).body;
    assert.deepEqual(
      [version.version_name, version.summary, version.files],
      ['generated', 'One file.', [file('SKILL.md', '# Refunds')]],
    );
    assert.ok(version.created_by, 'by whoever asked for it');
  });

  test('saves once, however often its job tries, and not over a version that came in between', async () => {
    const made = { files: [file('a.md', 'a')], summary: 's' };
    const insert = async (set: string, expected: string): Promise<string> => {
      const rows = await harness.database.system.query<{ job_id: string }>(
        `insert into skill_generations (skill_set_id, id, org_id, job_id, auto_commit, expected_version_id)
         values ($1, gen_random_uuid(), $2, gen_random_uuid(), true, $3) returning job_id`,
        [set, org.orgId, expected],
      );
      return rows[0]!.job_id;
    };
    const first = (await org.request('POST', '/v1/skills/', { name: 'Once' })).body;
    const jobId = await insert(first.id, first.current_version_id);
    const [one, two] = [
      await saveGenerated(harness.database, jobId, made),
      await saveGenerated(harness.database, jobId, made),
    ];
    assert.ok(one.versionId);
    assert.deepEqual(two, one);
    const second = (await org.request('POST', '/v1/skills/', { name: 'Overtaken' })).body;
    const late = await saveGenerated(harness.database, await insert(second.id, first.current_version_id), made);
    assert.deepEqual(late.versionId, null);
    assert.match(late.note, /Not saved: another version became current/);
    assert.equal(
      (await org.request('GET', `/v1/skills/${second.id}/`)).body.current_version_id,
      second.current_version_id,
    );
  });

  test('runs alone for its set, and can be cancelled and dismissed', async () => {
    const set = await createSet('Cancelled');
    const started = await generate(set, { use_case: 'Refunds.', table_names: ['orders'] });
    await ended(set);
    const path = `/v1/skills/${set}/generation/${started.body.run_id}/`;
    assert.equal((await org.request('DELETE', path)).status, 204);
    assert.equal((await org.request('DELETE', path)).status, 404);
    assert.equal(await current(set), null);
    // A job that nobody runs: its generation goes on.
    await harness.database.system.run(
      `insert into skill_generations (skill_set_id, id, org_id, job_id, auto_commit, started_at)
       values ($1, gen_random_uuid(), $2, gen_random_uuid(), false, now())`,
      [set, org.orgId],
    );
    assert.equal((await current(set)).status, 'building');
    assert.equal((await generate(set, { use_case: 'Refunds.', table_names: ['orders'] })).status, 409);
    await harness.database.system.run(
      `update skill_generations set started_at = now() - interval '1 hour' where skill_set_id = $1`,
      [set],
    );
    assert.match((await current(set)).error, /was not started/);
  });

  test('shows on agents of the set: generating, then failed, then nothing', async () => {
    const set = await createSet('Shown');
    const agent = await reader('clerk', set);
    const state = async () => (await org.request('GET', `/v1/agents/${agent.id}/`)).body.skill_generation_state;
    assert.equal(await state(), null);
    await model.script('stuck', { fault: 'hang' });
    await useModel('stuck');
    const { run_id: run, workflow_id: job } = (await generate(set, { use_case: 'x', table_names: ['orders'] })).body;
    assert.equal(await state(), 'generating');
    assert.equal((await org.request('POST', `/v1/agents/jobs/${job}/cancel/`)).status, 204);
    assert.equal(await state(), 'failed');
    assert.match((await current(set)).error, /cancelled/);
    await org.request('DELETE', `/v1/skills/${set}/generation/${run}/`);
    assert.equal(await state(), null);
  });

  test('from something unknown is refused with a field map that names it, and nothing starts', async () => {
    const set = await createSet('Refused');
    const stranger = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
    const bad: [object, string, RegExp][] = [
      [{ table_names: ['orders'] }, 'use_case', /./],
      [{ use_case: ' ', table_names: ['orders'] }, 'use_case', /blank/],
      [{ use_case: 'x' }, 'table_names', /At least one/],
      [{ use_case: 'x', table_names: ['nothing'] }, 'table_names', /no table 'nothing'/],
      [{ use_case: 'x', attachments: ['file_x', `file_${stranger}`] }, 'attachments', /no file 'file_x'/],
      [{ use_case: 'x', table_names: ['orders'], base_version_id: stranger }, 'base_version_id', /no version/],
      [{ use_case: 'x', table_names: ['orders'], policy_id: stranger }, 'policy_id', /no such policy/],
      [{ use_case: 'x', table_names: ['orders'], policy_version_id: stranger }, 'policy_version_id', /no such policy/],
    ];
    for (const [body, field, message] of bad) {
      const answer = await generate(set, body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.body[field]), message, answer.text);
    }
    assert.equal(await current(set), null);
  });
});
