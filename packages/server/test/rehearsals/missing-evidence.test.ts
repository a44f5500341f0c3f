import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCase, shopContent } from '../policies/cases.ts';
import { addVersion } from '../policies/fixtures.ts';
import { claim, startModelCases } from '../policies/model-cases.ts';
import { createAgent } from '../runs.ts';
import { stopAtEnd } from '../stop-at-end.ts';
import { untilRehearsal } from './fixtures.ts';

// A new rule needs what nobody asked when the case was decided. The rehearsal says so instead of "unchanged".

const cases = stopAtEnd(await startModelCases());
const { org, models } = cases;
const listing = 'Wool blanket, 140 x 200 cm.\nSold by Northwind Traders of Bergen.';
const sql = `select name, state from closed_sellers where name = 'Northwind Traders'`;
const closed = {
  title: 'Closed sellers',
  rules: [{ title: 'Seller is closed', description: 'The seller is on our list of closed sellers.', flag: 'RED_FLAG' }],
};

const content = (...more: unknown[]) => ({
  ...shopContent,
  guidelines: {
    categories: [{ title: 'Goods', rules: [{ title: 'Weapons', description: 'Knives.', flag: 'RED_FLAG' }] }, ...more],
  },
});
const noWeapon = claim('R1', false, 'Wool blanket, 140 x 200 cm.');
const verdict = (name: string, on: string) => ({ json: { verdict: name, reasoning: `By ${on}.`, rests_on: [on] } });
const ask = { tools: [{ name: 'query_tables', input: { sql } }] };

await org.expect(200, 'POST', '/v1/database/query/', {
  query: `create table closed_sellers as select 'Northwind Traders' as name, 'This seller is closed.' as state`,
});

async function decided() {
  const { model, agent } = await cases.newCase('ProductPolicyEngine', { context_sources: ['tables'] }, content());
  await models.script(
    model,
    { text: 'Nothing is missing.' },
    { json: { findings: [noWeapon] } },
    verdict('approved', 'R1'),
  );
  const { job } = await runCase(org, agent.id, { product_listing: listing });
  const candidate = await addVersion(org, agent.policyId, { content: content(closed), make_current: false });
  const rehearse = async (body: object = {}) => {
    const path = `/v1/policies/${agent.policyId}/rehearsals/`;
    const started = await org.expect(201, 'POST', path, { version_id: candidate.id, job_ids: [job.id], ...body });
    return untilRehearsal(org, agent.policyId, started.id);
  };
  return { model, agent, job, candidate, rehearse };
}

test('a case that lacks what a new rule asks for is undecidable, with the question', async () => {
  const { model, job, rehearse } = await decided();
  await models.script(model, ask, { text: 'It cannot be found.' });
  const done = await rehearse();
  assert.deepEqual(
    [done.status, done.unchanged, done.flip_count, done.undecidable],
    ['done', 0, 0, [{ job_id: job.id, reason: 'evidence_missing', questions: [`query_tables: ${sql}`] }]],
  );
});

/** A case with a table of its own, and what the model asks for a new rule. */
async function rehearseWith(statement: string): Promise<any> {
  const config = { context_sources: ['tables'] };
  const { model, agent } = await cases.newCase('AMLInvestigationEngine', config, content());
  const noHit = claim('R1', false, 'Look at the transfers of this customer.');
  await models.script(model, { text: 'Enough.' }, { json: { findings: [noHit] } }, verdict('approved', 'R1'));
  const { job } = await runCase(org, agent.id, {
    alert_data: 'Look at the transfers of this customer.',
    transaction_data: JSON.stringify([{ payee: 'Northwind Traders' }, { payee: 'Green Grocer' }]),
  });
  const candidate = await addVersion(org, agent.policyId, { content: content(closed), make_current: false });
  const noSeller = claim('R2', false, 'Look at the transfers of this customer.');
  await models.script(
    model,
    { tools: [{ name: 'query_tables', input: { sql: statement } }] },
    { text: 'That is all.' },
    { json: { findings: [noHit, noSeller] } },
    verdict('approved', 'R1'),
  );
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const started = await org.expect(201, 'POST', path, { version_id: candidate.id, job_ids: [job.id] });
  return untilRehearsal(org, agent.policyId, started.id);
}

const lacking: [title: string, statement: string][] = [
  ['after a comma', 'select t.payee from transaction_data t, closed_sellers s where s.name = t.payee'],
  ['in a subquery', 'select payee from transaction_data where payee in (select name from closed_sellers)'],
  ['in a common table expression', 'with c as (select name from closed_sellers) select count(*) as n from c'],
  ['in a list of tables', 'show tables'],
];
for (const [title, statement] of lacking)
  test(`a case lacks a table that is read ${title}`, async () => {
    const done = await rehearseWith(statement);
    const questions = done.undecidable.map((one: any) => one.questions);
    assert.deepEqual([done.unchanged, questions], [0, [[`query_tables: ${statement}`]]], JSON.stringify(done));
  });

const held: [title: string, statement: string][] = [
  ['by a name of its own', 'with big as (select * from transaction_data) select count(*) as n from big'],
  ['in a statement that is invalid anyhow', 'select no_such_function(payee) from transaction_data'],
];
for (const [title, statement] of held)
  test(`a case holds its own table, read ${title}`, async () => {
    const done = await rehearseWith(statement);
    assert.deepEqual([done.unchanged, done.undecidable], [1, []], JSON.stringify(done));
  });

test('evidence can be gathered anew within a cost limit, and the case says so', async () => {
  const { model, agent, job, candidate, rehearse } = await decided();
  const refused = await org.expect(400, 'POST', `/v1/policies/${agent.policyId}/rehearsals/`, {
    version_id: candidate.id,
    gather: true,
  });
  assert.match(refused.max_cost[0], /Set a limit/);
  const hit = claim('R2', true, '{"name":"Northwind Traders","state":"This seller is closed."}', '$REF_2$');
  await models.script(
    model,
    ask,
    { text: 'Found.' },
    { json: { findings: [noWeapon, hit] } },
    verdict('rejected', 'R2'),
  );
  const done = await rehearse({ gather: true, max_cost: 1 });
  assert.deepEqual([done.status, done.undecidable, done.gathered_count], ['done', [], 1], JSON.stringify(done));
  const [flip] = done.flips;
  assert.deepEqual([flip.job_id, flip.before, flip.after, flip.gathered], [job.id, 'approved', 'rejected', true]);
});

test('a model that would ask nothing for the new rule decides, and without new rules it is not asked', async () => {
  const { model, agent, job, rehearse } = await decided();
  const miss = claim('R2', false, 'Sold by Northwind Traders of Bergen.');
  await models.script(model, { text: 'Enough.' }, { json: { findings: [noWeapon, miss] } }, verdict('approved', 'R1'));
  const done = await rehearse();
  assert.deepEqual([done.status, done.unchanged, done.undecidable], ['done', 1, []], JSON.stringify(done));
  const before = (await models.calls(model)).length;
  await models.script(model, { json: { findings: [noWeapon] } }, verdict('approved', 'R1'));
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const started = await org.expect(201, 'POST', path, { version_id: agent.policyVersionId, job_ids: [job.id] });
  const same = await untilRehearsal(org, agent.policyId, started.id);
  assert.deepEqual([same.unchanged, (await models.calls(model)).length - before], [1, 2]);
});

test('new rules are looked for in all rows of the case, so that rehearsal and live run agree', async () => {
  const { agent } = await cases.newCase('AMLInvestigationEngine', {}, content());
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    id: `T-${index + 1}`,
    note: index === 4_200 ? 'Wire to an embargoed country.' : 'Bought something ordinary at a shop nearby.',
    text: 'A long line that fills the page with words of no importance to anybody at all.',
  }));
  const baseline = await createAgent(org, 'AMLInvestigationEngine', {
    config: { policy_version_id: agent.policyId, model: 'baseline', baseline_verdicts: true },
  });
  const inputs = { alert_data: 'Look at the transfers.', transaction_data: JSON.stringify(rows) };
  const { job, output } = await runCase(org, baseline.id, inputs);
  assert.equal(output.aml_analysis.verdict, 'approved');
  const embargo = { title: 'Transfers', rules: [{ title: 'Wire to an embargoed country', flag: 'RED_FLAG' }] };
  const candidate = await addVersion(org, agent.policyId, { content: content(embargo), make_current: false });
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const started = await org.expect(201, 'POST', path, { version_id: candidate.id, job_ids: [job.id] });
  const done = await untilRehearsal(org, agent.policyId, started.id);
  await org.expect(200, 'PATCH', `/v1/policies/${agent.policyId}/set-current-version/${candidate.id}/`, {});
  const live = await runCase(org, baseline.id, inputs);
  assert.deepEqual(
    [done.flips.map((flip: any) => flip.after), live.output.aml_analysis.verdict],
    [['rejected'], 'rejected'],
  );
});
