import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../../../test/runs.ts';

const server = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: server.env }));
const org = await harness.org();

const schema = {
  type: 'object',
  properties: {
    invoice_number: { type: 'string' },
    total: { type: 'number' },
    iban: { type: 'string', description: 'The IBAN to pay to.' },
  },
  required: ['invoice_number', 'total', 'iban'],
};
const text = 'Invoice number: RE-118\nTotal: 90.00 EUR';

async function run(config: Record<string, unknown>, settings: Record<string, unknown> = {}): Promise<any> {
  const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${text}', output_schema: schema, ...config },
    ...settings,
  });
  return untilFinal(org, await startJob(org, id, { text }), 60_000);
}

function assertPartial(job: any): void {
  assert.equal(job.status_code, 4);
  assert.deepEqual(job.outputs, []);
  const [output, ...others] = job.partial_outputs;
  assert.equal(others.length, 0);
  const { iban = null, ...found } = JSON.parse(output.value);
  assert.deepEqual([found, iban], [{ invoice_number: 'RE-118', total: 90 }, null]);
  const marks = new Map(pluck(job.trust.fields, 'field', 'status') as [string, string][]);
  assert.deepEqual([marks.get('/invoice_number'), marks.get('/total')], ['found', 'found']);
}

test('a required value that the text lacks fails the job, and what the built-in model found stays with its marks', async () => {
  const job = await run({ model: 'baseline' });
  assertPartial(job);
  const result: any = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/result/`);
  assert.deepEqual(result.outputs, [], 'the result stays as it is');
});

test('what a language model found stays when its answers never fit, and when it leaves a required text empty', async () => {
  const found = { invoice_number: 'RE-118', total: 90 };
  await server.script('unfit', { json: found }, { json: found }, { json: found });
  assertPartial(await run({ model: 'unfit' }));
  await server.script('empty', { json: { ...found, iban: '' } });
  assertPartial(await run({ model: 'empty' }));
});

test('an agent that fails on untrusted values keeps them, and a reader sees which are not supported', async () => {
  await server.script('lies', { json: { invoice_number: 'RE-118', total: 90, iban: 'DE89370400440532013000' } });
  const job = await run({ model: 'lies', trust: { on_untrusted: 'fail' } });
  assert.equal(job.error.code, 'errand.evidence.insufficient');
  assert.equal(JSON.parse(job.partial_outputs[0].value).iban, 'DE89370400440532013000');
  assert.equal(job.trust.fields.find(({ field }: any) => field === '/iban').status, 'unsupported');
});

test('the case file has what a failed job had found, apart from its outputs', async () => {
  const job = await run({ model: 'baseline' });
  const answer = await fetch(`${harness.baseUrl}/v1/agents/jobs/${job.id}/case-file/`, {
    headers: { authorization: `Bearer ${org.apiKey}` },
  });
  assert.equal(answer.status, 200);
  // Names are not compressed in a ZIP archive.
  assert.match(Buffer.from(await answer.arrayBuffer()).toString('latin1'), /partial-outputs\.json/);
});
