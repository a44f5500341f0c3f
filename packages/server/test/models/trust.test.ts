import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHarness, stopAtEnd } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, getJob, runSync } from '../runs.ts';

// What a model invents is marked by the server, and the agent's owner says what happens then.

const models = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: models.env }));
const org = await harness.org();

const text =
  'Invoice A-4711 of 3 May 2026\nVendor: Example Ltd\nSubtotal: EUR 1,000.00\nTotal: EUR 1,190.00\nTerm: 2 years';
const output_schema = {
  type: 'object',
  properties: {
    vendor: { type: ['string', 'null'] },
    total: { type: ['number', 'null'] },
    term_months: { type: ['integer', 'null'] },
    note: { type: 'string' },
  },
};

let count = 0;
async function run(answer: unknown, config: Record<string, unknown> = {}) {
  count += 1;
  const model = `liar-${count}`;
  await models.script(model, { json: answer });
  const agent = await createAgent(org, 'MultimodalExtractionEngine', {
    inputs: [{ key: 'text' }],
    config: { model, text: '${text}', output_schema, ...config },
  });
  const response = await runSync(org, agent.id, { text });
  const job = await getJob(org, response.headers.get('x-agent-job-id')!);
  return { agent, job, output: job.outputs[0] && JSON.parse(job.outputs[0].value) };
}

const honest = { vendor: 'Example Ltd', total: 1190, term_months: 24 };
const lying = { vendor: 'Globex Corporation', total: 1990, term_months: 2 };
const statuses = (job: any) => Object.fromEntries(job.trust.fields.map((one: any) => [one.field, one.status]));

test('every value has a mark with its place; the value stays as the model gave it', async () => {
  const { job, output } = await run(honest);
  assert.deepEqual(output, honest);
  assert.deepEqual(statuses(job), { '/vendor': 'found', '/total': 'found', '/term_months': 'derived' });
  const [vendor] = job.trust.fields;
  assert.deepEqual([vendor.file, vendor.line, text.slice(vendor.start, vendor.end)], ['text', 2, 'Example Ltd']);
  assert.deepEqual(job.trust.coverage, {
    complete: true,
    files: [
      {
        file: 'text',
        pages_total: 1,
        pages_read: 1,
        characters_total: text.length,
        characters_read: text.length,
        note: null,
      },
    ],
  });
  assert.equal(job.needs_review, false);
});

test('inventions are marked, a value in another place too, and sources come with the value on request', async () => {
  const { job, output } = await run({ ...lying, total: 1000 }, { use_source: true });
  assert.deepEqual(new Set(Object.values(statuses(job))), new Set(['unsupported']));
  assert.deepEqual(output.field_sources, job.trust.fields);
  for (const { confidence } of job.trust.fields) assert.ok(confidence < 0.6);
});

describe('what is not trusted', () => {
  test('is null where the owner wants that, or fails the job where null is not allowed', async () => {
    const { output, job } = await run({ ...lying, total: 1190 }, { trust: { on_untrusted: 'null' } });
    assert.deepEqual(output, { vendor: null, total: 1190, term_months: null });
    assert.equal(statuses(job)['/vendor'], 'unsupported');
    const failed = await run({ ...honest, note: 'Paid in gold.' }, { trust: { on_untrusted: 'null' } });
    assert.equal(failed.job.status_code, 4);
    assert.match(failed.job.error_message, /'note' must be|'note' must be/);
  });

  test('asks for a review: lists show and filter it', async () => {
    const { agent, job } = await run(lying, { trust: { on_untrusted: 'review' } });
    const { agent: other } = await run(honest, { trust: { on_untrusted: 'review' } });
    assert.equal(job.needs_review, true);
    const listed = async (path: string) => {
      const { results } = (await org.request('GET', path)).body;
      return results.map((one: any) => [one.id, one.needs_review]);
    };
    assert.deepEqual(await listed(`/v1/agents/${agent.id}/jobs/?needs_review=true`), [[job.id, true]]);
    assert.deepEqual(await listed(`/v1/agents/${agent.id}/jobs/?needs_review=false`), []);
    assert.deepEqual(await listed(`/v1/agents/${other.id}/jobs/?needs_review=true`), []);
    assert.deepEqual(await listed(`/v1/agents/jobs/?needs_review=true&agent_id=${agent.id}`), [[job.id, true]]);
    // A cached answer carries the marks of the first.
    const again = await runSync(org, agent.id, { text });
    const cached = await getJob(org, again.headers.get('x-agent-job-id')!);
    assert.deepEqual([cached.status_code, cached.needs_review, cached.trust], [6, true, job.trust]);
  });

  test('fails the job and names the fields; below min_confidence counts as well', async () => {
    const { job } = await run(lying, { trust: { on_untrusted: 'fail' } });
    assert.equal(job.status_code, 4);
    assert.match(job.error_message, /\/vendor .*\/total .*\/term_months/);
    const strict = await run(honest, { trust: { on_untrusted: 'fail', min_confidence: 1 } });
    assert.equal(strict.job.status_code, 4);
  });

  test('is not looked for when the check is off', async () => {
    const { job, output } = await run(lying, { trust: { check: false, on_untrusted: 'fail' } });
    assert.deepEqual([job.status_code, output, job.trust.fields], [3, lying, []]);
  });
});

test('a required text that is empty fails the job and names the field', async () => {
  const schema = { ...output_schema, required: ['note'] };
  const { job } = await run({ ...honest, note: '' }, { output_schema: schema });
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /does not contain what the output schema requires: \/note/);
});
