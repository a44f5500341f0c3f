import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck, stopAtEnd, until } from '../harness.ts';
import { createCaseAgent, runCase } from '../policies/cases.ts';
import { claim, type ModelCases, startModelCases } from '../policies/model-cases.ts';
import { runSync } from '../runs.ts';

// Knowledge bases in the hands of investigations, and drafts proposed by a language model.

/** It has a price. */
const MODEL = 'gpt-4.1-2025-04-14';
const cases = stopAtEnd(await startModelCases({ ERRAND_DEFAULT_MODEL: MODEL }));
const org = cases.org;

const path = '/v1/knowledge-base/';
const proposal = (ids: string[], more: object = {}) => ({
  json: {
    suggested_name: 'Payouts',
    product_summary: 'Pays sellers within minutes.',
    refs: ids.map((typology_id) => ({ typology_id, relevance: 'core', rationale: 'Fast payouts.', ...more })),
  },
});
const settled = (id: string) =>
  until(async () => {
    const { body } = await org.request('GET', `${path}${id}/draft/`);
    return body.status !== 'generating' && body;
  }, 'the draft');
async function createDraft(...replies: Parameters<ModelCases['models']['script']>[1][]): Promise<any> {
  await cases.models.script(MODEL, ...replies);
  const made = await org.expect(201, 'POST', path, {
    company: 'Acme Pay',
    brief: 'Payouts to sellers within minutes.',
  });
  return settled(made.id).then((draft) => ({ ...draft, base: made.id }));
}
async function createBase(...ids: string[]): Promise<string> {
  const { base } = await createDraft(proposal(ids));
  await org.expect(200, 'POST', `${path}${base}/finalize/`, {});
  return base;
}

const content = {
  guidelines: {
    categories: [
      {
        title: 'Structuring',
        rules: [
          { title: 'Cash deposits', description: 'Several cash deposits just below the limit.', flag: 'RED_FLAG' },
          { title: 'Weapons', description: 'Trade in weapons.', flag: 'RED_FLAG' },
        ],
      },
    ],
  },
  dispositions: { classifications: [{ name: 'close' }, { name: 'manual_review' }, { name: 'file_sar' }] },
};
const alert = 'Nine cash deposits just below the limit within a week.';
const TACTIC = 'cash-structuring.deposits-just-below-the-limit';
const readTypology = (typology_id: string) => ({ tools: [{ name: 'read_typology', input: { typology_id } }] });
const found = (knowledge: string[]) => ({
  json: { findings: [{ ...claim('R1', true, alert), knowledge }, claim('R2', false, alert)] },
});
const sar = { json: { verdict: 'file_sar', reasoning: 'R1 is hit.', rests_on: ['R1'] } };
const findingsOf = (output: any): any[] => output.aml_analysis.category_analysis[0].findings;
const stepNames = (job: any): string[] => job.steps.map(({ name }: any) => name);

describe('an investigation with a knowledge base', () => {
  test('reads typologies on demand as steps, and findings cite entries that exist', async () => {
    const base = await createBase('cash-structuring', 'money-mule', 'ponzi');
    const { model, agent } = await cases.newCase('AMLInvestigationEngine', { knowledge_base_id: base }, content);
    await cases.models.script(
      model,
      readTypology('cash-structuring'),
      readTypology('no-such-typology'),
      { text: 'Read.' },
      found([`${TACTIC}#1`, 'money-mule', `${TACTIC}#99`]),
      found([`${TACTIC}#1`, 'cash-structuring']),
      sar,
    );
    const { job, output } = await runCase(org, agent.id, { alert_data: alert });
    const [hit, other] = findingsOf(output);
    assert.deepEqual(
      hit.knowledge_citations.map((one: any) => [one.id, one.typology_name, one.tactic_id]),
      [
        ['cash-structuring', 'Structuring of cash', null],
        [`${TACTIC}#1`, 'Structuring of cash', TACTIC],
      ],
    );
    assert.match(hit.knowledge_citations[1].indicator, /Several cash deposits/);
    assert.deepEqual(other.knowledge_citations, []);
    assert.deepEqual(output.aml_analysis.knowledge_base.typologies_read, ['cash-structuring']);
    assert.ok(stepNames(job).includes('knowledge base') && stepNames(job).includes('typology cash-structuring'));
    const asked = (await cases.models.calls(model)).map(({ body }) => JSON.stringify(body.messages));
    assert.match(asked[0]!, /money-mule \(core\): Money mules/);
    assert.doesNotMatch(asked[0]!, /Several cash deposits of nearly the same amount/, 'only what is read is told');
    assert.match(asked[2]!, /has no typology 'no-such-typology'/);
    assert.match(asked[4]!, /has no entry .{0,3}money-mule.*has no entry .{0,3}cash-structuring[^ ]*#99/s);
    const explanation = await org.request('GET', `/v1/agents/jobs/${job.id}/explanation/`);
    assert.match(explanation.text, /It relies on the typology Structuring of cash/);
  });

  test('a finding that keeps citing what does not exist is no hit, and the case is not let through', async () => {
    const base = await createBase('cash-structuring');
    const { model, agent } = await cases.newCase('AMLInvestigationEngine', { knowledge_base_id: base }, content);
    await cases.models.script(model, readTypology('cash-structuring'), { text: 'Read.' }, found(['invented']));
    const { output } = await runCase(org, agent.id, { alert_data: alert });
    const [hit] = findingsOf(output);
    assert.deepEqual([hit.hit, hit.unsupported, hit.knowledge_citations], [false, true, []]);
    assert.match(hit.reasoning, /no entry "invented"/);
    assert.equal(output.aml_analysis.verdict, 'manual_review');
  });

  test('with the built-in model cites the nearest indicator and says why', async () => {
    const base = await createBase('cash-structuring', 'ponzi');
    const config = { model: 'baseline', baseline_verdicts: true, knowledge_base_id: base };
    const agent = await createCaseAgent(org, 'AMLInvestigationEngine', config, content);
    const { output } = await runCase(org, agent.id, { alert_data: alert });
    const [hit, other] = findingsOf(output);
    assert.equal(hit.knowledge_citations[0].tactic_id, TACTIC);
    assert.match(hit.reasoning, /by text similarity/);
    assert.deepEqual(other.knowledge_citations, []);
    assert.match(output.aml_analysis.knowledge_base.note, /not read by a model/);
  });

  test('a cached answer is not given once the knowledge base was finished anew', async () => {
    const base = await createBase('cash-structuring');
    const { model, agent } = await cases.newCase('AMLInvestigationEngine', { knowledge_base_id: base }, content);
    const script = () => cases.models.script(model, { text: 'None.' }, found([]), sar);
    await script();
    const run = async () => (await runSync(org, agent.id, { alert_data: alert })).headers.get('x-agent-job-id');
    const status = async () => (await org.request('GET', `/v1/agents/jobs/${await run()}/`)).body.status_code;
    assert.deepEqual([await status(), await status()], [3, 6]);
    assert.equal((await org.request('POST', `${path}${base}/finalize/`, {})).status, 200);
    await script();
    assert.equal(await status(), 3);
  });

  test('only a finished one of the organization can be named, and it stays while a version names it', async () => {
    const refused = async (id: unknown, message: RegExp) => {
      const policy = (await org.request('POST', '/v1/policies/', { name: 'P', content })).body;
      const body = {
        name: 'A',
        engine_class_id: 'AMLInvestigationEngine',
        engine_config: { policy_version_id: policy.id, knowledge_base_id: id },
      };
      const answer = await org.request('POST', '/v1/agents/', body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, message);
    };
    const { base: draft } = await createDraft(proposal(['ponzi']));
    await refused('nonsense', /must be the id of a knowledge base/);
    await refused('01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', /there is no knowledge base/);
    await refused(draft, /is not finished/);
    const stranger = await cases.harness.org();
    const base = await createBase('ponzi');
    const { agent } = await cases.newCase('AMLInvestigationEngine', { knowledge_base_id: base }, content);
    assert.equal((await stranger.request('DELETE', `${path}${base}/`)).status, 404);
    for (const end of ['', 'unlink/']) {
      const kept = await org.expect(409, 'DELETE', `${path}${base}/${end}`);
      assert.equal(kept.dependent_agents[0].base_agent_id, agent.id);
    }
    assert.equal((await org.request('DELETE', `/v1/agents/${agent.id}/`)).status, 204);
    assert.equal((await org.request('DELETE', `${path}${base}/`)).status, 204);
  });
});

describe('a draft proposed by a language model', () => {
  test('takes its selection, names the model, drops invented tactics and is charged', async () => {
    const balance = async () => (await org.request('GET', `/v1/organizations/${org.orgId}/credits/`)).body.balance;
    const before = await balance();
    const draft = await createDraft(
      proposal(['money-mule', 'ponzi', 'ponzi'], { tactic_ids: ['money-mule.herded-accounts', 'invented'] }),
    );
    assert.deepEqual([draft.status, draft.error, draft.proposedBy], ['ready', null, MODEL]);
    assert.deepEqual(
      draft.refs.map((ref: any) => [ref.typologyId, ref.relevance, ref.tacticIds]),
      [
        ['money-mule', 'core', ['money-mule.herded-accounts']],
        ['ponzi', 'core', null],
      ],
    );
    assert.deepEqual([draft.suggestedName, draft.productSummary], ['Payouts', 'Pays sellers within minutes.']);
    const [call] = (await cases.models.calls(MODEL)).slice(-1);
    assert.match(JSON.stringify(call!.body.messages), /Payouts to sellers within minutes/);
    assert.ok((await balance()) < before);
  });

  test('feedback becomes a proposal that waits, and the model sees what is selected', async () => {
    const { base } = await createDraft(proposal(['money-mule']));
    await cases.models.script(MODEL, proposal(['ponzi']));
    await org.request('POST', `${path}${base}/regenerate/`, { feedback: 'We sell investments.' });
    const draft = await settled(base);
    assert.deepEqual(pluck(draft.refs, 'typologyId'), ['money-mule']);
    assert.deepEqual(pluck(draft.pendingProposal.refs, 'typologyId'), ['ponzi']);
    const [call] = (await cases.models.calls(MODEL)).slice(-1);
    assert.match(JSON.stringify(call!.body.messages), /Selected so far: money-mule.*We sell investments/s);
    const given = await org.request('POST', `${path}${base}/resolve/`, {
      refs: [{ typologyId: 'account-takeover', relevance: 'edge' }],
      accept_summary: true,
    });
    assert.deepEqual(pluck(given.body.refs, 'typologyId', 'relevance'), [['account-takeover', 'edge']]);
    assert.deepEqual([given.body.pendingProposal, given.body.status], [null, 'ready']);
  });

  test('a model that fails or answers nonsense leaves a draft that says so, and it can be asked again', async () => {
    const draft = await createDraft({ status: 401, errorBody: { error: { message: 'bad key sk-test' } } });
    assert.equal(draft.status, 'error');
    assert.ok(draft.error.length > 10);
    assert.doesNotMatch(JSON.stringify(draft), /sk-test/);
    await cases.models.script(MODEL, proposal(['ponzi']));
    assert.equal((await org.request('POST', `${path}${draft.base}/regenerate/`, {})).status, 202);
    assert.equal((await settled(draft.base)).status, 'ready');
    const odd = await createDraft({ json: { refs: [{ typology_id: 'invented' }] } });
    assert.equal(odd.status, 'error', JSON.stringify(odd));
  });
});
