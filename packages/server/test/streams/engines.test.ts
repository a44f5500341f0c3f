import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event } from '../event-client.ts';
import { pluck, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { badListing, createCaseAgent } from '../policies/cases.ts';
import { claim, good, rejected } from '../policies/model-cases.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { killProcess, startWorkerProcess } from '../worker-process.ts';
import { deltas, restarts, shown, watchJob } from './watch.ts';

// The words of engines whose output is more than one answer of a model: investigations and the writer of skills.

const WORKER = new URL('../flows/worker-child.ts', import.meta.url);
const server = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: { ...server.env, ERRAND_ROLE: 'api' } }));
const org = await harness.org();
let worker = await startWorkerProcess(harness, WORKER, server.env);

async function replaceWorker(): Promise<void> {
  await killProcess(worker);
  worker = await startWorkerProcess(harness, WORKER, server.env);
}

/** Watches a job to its end. */
async function follow(jobId: string, key?: string): Promise<{ events: Event[]; job: any; value: string }> {
  const { events, ended } = await watchJob(harness, org, jobId);
  await ended;
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 3, job.error_message);
  return { events, job, value: shown(events, key) };
}

const wordsOf = (events: Event[]): string =>
  deltas(events)
    .map(({ data }) => data.text)
    .join('');

describe('an investigation', () => {
  const newCase = (model: string, config: object = {}) =>
    createCaseAgent(org, 'ProductPolicyEngine', { model, enable_planning: false, ...config });

  test('shows each finding as the model writes it, never the remarks on the way, and the words make up the output', async () => {
    const { id } = await newCase('shown', { enable_planning: true });
    await server.script(
      'shown',
      { json: { questions: ['Which blade does it have?'] } },
      // It goes no further after the first finding, so that what is shown then was not in a whole answer.
      { json: good, gapMs: 2, stopAfter: 60 },
    );
    const jobId = await startJob(org, id, { product_listing: badListing });
    const { events, ended } = await watchJob(harness, org, jobId);
    await until(async () => deltas(events).length > 0, 'the first finding', 30_000);
    assert.match(
      shown(events),
      /^\{"policy_applied":.*"compliance_result":\{"investigation_findings":\[.*"About R1\."/,
    );
    await server.script('shown', { json: good, gapMs: 2 }, { json: rejected });
    await replaceWorker();
    await ended;
    const job = await untilFinal(org, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    assert.deepEqual(
      pluck(restarts(events), 'data'),
      [{ key: 'output', attempt: 2 }],
      'the attempt after the kill says that it begins anew, and nothing else does',
    );
    assert.equal(shown(events), job.outputs[0].value);
    assert.doesNotMatch(wordsOf(events), /Which blade/);
    const paid = job.steps.filter((step: any) => step.kind === 'model');
    assert.deepEqual(pluck(paid, 'name'), ['plan', 'decide 1', 'verdict']);
  });

  test('whose worker dies after a decision shows that decision again from the journal, and pays for it once', async () => {
    const { id } = await newCase('journal');
    await server.script('journal', { json: good }, { fault: 'hang' });
    const jobId = await startJob(org, id, { product_listing: badListing });
    await until(async () => (await server.calls('journal')).length === 2, 'the question for the verdict', 30_000);
    await server.script('journal', { json: rejected });
    await replaceWorker();
    const { value, job } = await follow(jobId);
    assert.equal(value, job.outputs[0].value);
    assert.equal((await server.calls('journal')).length, 3);
  });

  test('shows findings by category as far as they are decided, in the order of the output', async () => {
    const category = (title: string, ...rules: string[]) => ({
      title,
      rules: rules.map((one) => ({ title: one, description: 'Cash deposits just below the limit.', flag: 'RED_FLAG' })),
    });
    const content = {
      guidelines: { categories: [category('Structuring', 'one', 'two'), category('Others', 'three')] },
      dispositions: { classifications: [{ name: 'close' }, { name: 'manual_review' }, { name: 'file_sar' }] },
    };
    const { id } = await createCaseAgent(
      org,
      'AMLInvestigationEngine',
      { model: 'alerts', enable_planning: false },
      content,
    );
    const alert = 'Nine cash deposits just below the limit within a week.';
    const findings = ['R2', 'R1', 'R3'].map((rule) => claim(rule, true, alert));
    const verdict = { verdict: 'file_sar', reasoning: 'All are hit.', rests_on: ['R1'] };
    await server.script('alerts', { json: { findings }, gapMs: 1 }, { json: verdict });
    const { events, value, job } = await follow(await startJob(org, id, { alert_data: alert }));
    assert.equal(value, job.outputs[0].value);
    assert.equal(restarts(events).length, 0);
    assert.match(deltas(events)[0]!.data.text, /"aml_analysis":\{"category_analysis":/);
  });

  test('shows no quotation that is not in the evidence and no address of the model, even for a moment', async () => {
    const { id } = await newCase('inventive');
    const [first, ...others] = good.findings;
    const reasoning = 'See ![x](https://evil.example/leak) for R2.';
    const invented = { ...first!, evidence: [{ reference: '$REF_1$', quote: 'an invented sentence of the seller' }] };
    await server.script(
      'inventive',
      { json: { findings: [invented, { ...others[0]!, reasoning }, others[1]] }, gapMs: 1 },
      { json: { findings: [first] }, gapMs: 1 },
      { json: rejected },
    );
    const { events, value, job } = await follow(await startJob(org, id, { product_listing: badListing }));
    assert.equal(value, job.outputs[0].value);
    assert.doesNotMatch(wordsOf(events), /invented sentence|evil\.example/);
    assert.equal(restarts(events).length, 0);
  });

  test('begins anew when a second judge takes a hit away', async () => {
    const { id } = await newCase('judged', { second_judge: 'judge' });
    await server.script('judged', { json: good, gapMs: 1 }, { json: rejected });
    await server.script('judge', { json: { looks: [{ rule: 'R1', shows: false, reasoning: 'No.' }] } });
    const { events, value, job } = await follow(await startJob(org, id, { product_listing: badListing }));
    assert.equal(value, job.outputs[0].value);
    assert.equal(restarts(events).length, 1);
  });

  test('shows nothing before people have approved the result', async () => {
    const { id } = await newCase('held');
    await org.expect(201, 'POST', `/v1/agents/${id}/versions/`, { approval: { when: 'always', role: 'admin' } });
    await server.script('held', { json: good }, { json: rejected });
    const jobId = await startJob(org, id, { product_listing: badListing });
    const { events, leave } = await watchJob(harness, org, jobId);
    await until(async () => events.some(({ event }) => event === 'waiting'), 'the wait', 30_000);
    assert.equal(deltas(events).length, 0);
    for (const { body } of await server.calls('held')) assert.equal(body.stream, undefined);
    leave();
  });
});

describe('the writer of skills', () => {
  const file = (relative_path: string, content: string) => ({ relative_path, content });
  const files = [
    file('SKILL.md', '---\nname: Refunds\ndescription: Read it first.\n---\n"Be kind", and ask for a receipt.'),
    file('kinds/late.md', '---\ndescription: For late ones.\n---\nAfter 30 days: no refund \u{1f600}.'),
  ];
  const reply = (given: unknown[]) => ({ json: { summary: 'Two files.', files: given }, gapMs: 5 });
  const newWriter = (model: string) =>
    createAgent(org, 'SkillWriterEngine', { config: { use_case: '${use_case}', model } });

  test('shows the files as they are written; a worker killed in between says so, and nothing is lost', async () => {
    const { id } = await newWriter('scribe');
    await server.script('scribe', { ...reply(files), stopAfter: 30 });
    const jobId = await startJob(org, id, { use_case: 'Refunds.' });
    const { events, ended } = await watchJob(harness, org, jobId);
    await until(async () => deltas(events).length >= 2, 'two deltas', 30_000);
    await server.script('scribe', reply(files));
    await replaceWorker();
    await ended;
    const job = await untilFinal(org, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    assert.deepEqual(pluck(restarts(events), 'data'), [{ key: 'files', attempt: 2 }]);
    const output = job.outputs.find(({ key }: { key: string }) => key === 'files');
    assert.equal(shown(events, 'files'), output.value);
    assert.deepEqual(JSON.parse(output.value), files);
    assert.doesNotMatch(wordsOf(events), /Two files\./, 'the summary is another output');
  });

  test('begins anew when files cannot be used and have to be written again', async () => {
    const { id } = await newWriter('corrected');
    await server.script('corrected', reply([file('../SKILL.md', '# Refunds')]), reply(files));
    const { events, value, job } = await follow(await startJob(org, id, { use_case: 'Refunds.' }), 'files');
    assert.equal(restarts(events).length, 1);
    assert.equal(value, job.outputs.find(({ key }: { key: string }) => key === 'files').value);
  });
});
