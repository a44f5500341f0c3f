import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { until } from '../../server/test/harness.ts';
import { type ModelServer, startModelServer } from '../../server/test/model-server/start.ts';
import { badListing, createCaseAgent, goodListing, runCase } from '../../server/test/policies/cases.ts';
import { addVersion } from '../../server/test/policies/fixtures.ts';
import {
  lenientContent,
  lenientFindings,
  lenientVerdict,
  shopFindings,
  shopVerdict,
} from '../../server/test/rehearsals/fixtures.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

// Tests how a version becomes current: past a gate, after a rehearsal, by a person who gives a reason.

describe('promoting a version in the browser', { skip }, () => {
  let stage: Stage;
  let models: ModelServer;
  before(async () => {
    models = await startModelServer();
    stage = await startStage(models.env);
  });
  afterEach(() => stage?.close());
  after(async () => {
    await stage?.stop();
    await models?.stop();
  });

  const create = async (path: string, body: unknown): Promise<any> => {
    const answer = await stage.org.request('POST', path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const promotions = async (targetId: string): Promise<any[]> => {
    const path = `/v1/organizations/${stage.org.orgId}/audit/?target_id=${targetId}`;
    const { results } = (await stage.org.request('GET', path)).body;
    return results.filter(({ action }: any) => action.endsWith('.version_promoted')).map(({ detail }: any) => detail);
  };

  test('a gate is set, holds a version back and says why, opens after runs started there, and an admin overrides it', async () => {
    const greeting = (template: string) => ({ engine_config: { template } });
    const hello = { name: 'Greeting', engine_class_id: 'TemplateEngine', ...greeting('Hello ${text}!') };
    const agent = await create('/v1/agents/', hello);
    const set = await create('/v1/evaluation-sets/', { name: 'Greetings', agent_id: agent.id });
    const cases = [{ inputs: { text: 'Ada' }, expected: { output: 'Hello Ada!' } }];
    await create(`/v1/evaluation-sets/${set.id}/cases/`, { cases });

    const page = await stage.open(`/agents/${agent.id}?tab=settings`);
    await page.getByRole('combobox', { name: 'Evaluation set' }).click();
    await page.getByRole('option', { name: 'Greetings (1 case)' }).click();
    await page.getByLabel('Minimum accuracy (%)').fill('90');
    await page.getByRole('button', { name: 'Save gate' }).click();
    await page.getByRole('button', { name: 'Remove gate' }).waitFor();
    const { body: gate } = await stage.org.request('GET', `/v1/agents/${agent.id}/gate/`);
    assert.deepEqual([gate.evaluation_set_id, gate.min_accuracy, gate.no_regressions], [set.id, 0.9, true]);
    assert.deepEqual(await seriousInBothThemes(page), []);

    await page.goto(`/agents/${agent.id}/edit`);
    await page.getByLabel('Name of the version').fill('same');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The agent has a gate').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('It waits until you promote it.').waitFor();

    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    const promote = dialog.getByRole('button', { name: 'Promote', exact: true });
    await dialog.getByTestId('gate reason').getByText('There is no run of this version').waitFor();
    assert.equal(await promote.isDisabled(), true);
    assert.deepEqual(await seriousInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Run it on the set' }).click();
    await dialog.getByTestId('gate reason').getByText('The current version has no run').waitFor();
    await dialog.getByRole('button', { name: 'Run the current version' }).click();
    await dialog.getByText('gate open').waitFor();
    await dialog
      .getByRole('link', { name: /^100 % .* right$/ })
      .first()
      .waitFor();
    await dialog.getByLabel('Reason').fill('Measured.');
    await promote.click();
    await page.getByText('same is the current version').waitFor();
    const [measured] = await promotions(agent.id);
    assert.deepEqual([measured.reason, typeof measured.evaluation_run_id], ['Measured.', 'string']);

    const worse = { version_name: 'worse', ...greeting('Bye ${text}!') };
    await create(`/v1/agents/${agent.id}/versions/`, worse);
    await page.reload();
    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    await dialog.getByText('gate closed').waitFor();
    await dialog.getByLabel('Why override the gate').fill('The shop asked for it.');
    await promote.click();
    await page.getByText('worse is the current version').waitFor();
    assert.equal((await promotions(agent.id))[0].override_reason, 'The shop asked for it.');
    assert.deepEqual(faultsOf(page), []);
  });

  test('under four eyes a version is proposed in the dialog, shown on Home and on the page, and its proposer cannot approve it', async () => {
    const hello = { name: 'Two people', engine_class_id: 'EchoEngine' };
    const agent = await create('/v1/agents/', hello);
    const page = await stage.open(`/agents/${agent.id}?tab=settings`);
    await page.getByText('Four eyes:').click();
    await page.getByRole('button', { name: 'Save gate' }).click();
    await page.getByRole('button', { name: 'Remove gate' }).waitFor();
    await create(`/v1/agents/${agent.id}/versions/`, { version_name: 'second' });
    await page.goto(`/agents/${agent.id}?tab=versions`);
    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Somebody other than you has to approve it.').waitFor();
    await dialog.getByLabel('Reason').fill('Shorter.');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await page.getByText('second is proposed').waitFor();
    await page.getByRole('heading', { name: 'Proposed: second' }).waitFor();
    await page.getByText('Shorter.').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page
      .getByRole('alert')
      .getByText(/signed in as themselves|Somebody other than/)
      .waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: /proposes second of Two people/ }).click();
    await page.getByLabel('Comment').fill('Not yet.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('second was rejected').waitFor();
    assert.equal(
      (await stage.org.request('GET', `/v1/agents/${agent.id}/`)).body.current_version_id,
      agent.current_version_id,
    );
  });

  test('a policy is rehearsed where it is promoted: flips with their rules and cases, kept with the promotion', async () => {
    const config = { model: 'baseline', baseline_verdicts: true };
    const agent = await createCaseAgent(stage.org, 'ProductPolicyEngine', config);
    const { job } = await runCase(stage.org, agent.id, { product_listing: badListing });
    await runCase(stage.org, agent.id, { product_listing: goodListing });
    const lenient = { content: lenientContent(), version_name: 'lenient', make_current: false };
    await addVersion(stage.org, agent.policyId, lenient);

    const page = await stage.open(`/policies/${agent.policyId}?tab=versions`);
    await page.getByRole('button', { name: 'Promote…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('no gate').waitFor();
    await dialog.getByText('has not been rehearsed').waitFor();
    await dialog.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await dialog.getByTestId('rehearsal figures').getByText('1 verdict flips, 1 stay.').waitFor();
    const flips = dialog.getByRole('region', { name: 'Flips' });
    await flips.getByText('Prohibited goods / Weapons').waitFor();
    await flips.getByText('removed, was met').waitFor();
    assert.equal(await flips.getByRole('link').getAttribute('href'), `/jobs/${job.id}`);
    await dialog.getByText('done', { exact: true }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await dialog.getByLabel('Reason').fill('Seen.');
    await dialog.getByRole('button', { name: 'Promote', exact: true }).click();
    await page.getByText('lenient is current').waitFor();
    const [promoted] = await promotions(agent.policyId);
    const { results } = (await stage.org.request('GET', `/v1/policies/${agent.policyId}/rehearsals/`)).body;
    assert.deepEqual([promoted.reason, promoted.rehearsal_id], ['Seen.', results[0].id]);

    await page.getByRole('tab', { name: 'Rehearsals' }).click();
    await page.getByRole('button', { name: 'Rehearse a version…' }).click();
    await dialog.getByLabel('Verdict').fill('approved');
    await dialog.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await page.getByText('No verdict flips').waitFor();
    await page.getByRole('region', { name: 'Verdicts before and after' }).getByText('approved').waitFor();
    await page.goto(`/policies/${agent.policyId}/rehearsals/${results[0].id}`);
    await page.getByText('1 of 2 decided cases (50.0 %)').waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all as JSON lines' }).click();
    assert.match((await started).suggestedFilename(), /^flips-.*\.jsonl$/);
    assert.deepEqual(await seriousInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a rehearsal under way is cancelled and resumed', async () => {
    const config = { model: 'rehearsed', enable_planning: false };
    const agent = await createCaseAgent(stage.org, 'ProductPolicyEngine', config);
    await models.script('rehearsed', shopFindings, shopVerdict);
    await runCase(stage.org, agent.id, { product_listing: badListing });
    const lenient = { content: lenientContent(), version_name: 'lenient', make_current: false };
    const version = await addVersion(stage.org, agent.policyId, lenient);
    await models.script('rehearsed', lenientFindings, { fault: 'hang' }, lenientVerdict);
    const before = (await models.calls('rehearsed')).length;
    const { id } = await create(`/v1/policies/${agent.policyId}/rehearsals/`, { version_id: version.id });
    await until(async () => (await models.calls('rehearsed')).length === before + 2, 'the model that hangs', 60_000);
    const page = await stage.open(`/policies/${agent.policyId}/rehearsals/${id}`);
    await page.getByText('0 of 1').first().waitFor();
    await page.getByRole('button', { name: 'Cancel rehearsal' }).click();
    await page.getByRole('button', { name: 'Resume…' }).click();
    await page.getByRole('dialog').getByText('What is answered is not asked again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('1 of 1 decided cases').waitFor();
    await page.getByText('done', { exact: true }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a playbook is promoted in the same dialog: steps in words, and a hint if another version became current', async () => {
    const agent = await create('/v1/agents/', {
      ...{ name: 'First look', engine_class_id: 'EchoEngine' },
      input_definitions: [{ key: 'text', data_type: 'text/plain' }],
    });
    const step = (name: string, limit: number) => ({
      ...{ name, agent_id: agent.id, inputs: { text: '${alert.rule}' } },
      when: [{ path: '/alert/amount', op: 'gt', value: limit }],
    });
    const content = { steps: [step('look', 40_000)], auto_close: null };
    const playbook = await create('/v1/playbooks/', { name: 'Payments', content });
    const add = (name: string, steps: unknown[]) =>
      create(`/v1/playbooks/${playbook.id}/versions/`, {
        ...{ version_name: name, make_current: false, content: { steps, auto_close: null } },
      });
    await add('lower limit', [step('look', 25_000), step('history', 90_000)]);
    const other = await add('other', [step('look', 1)]);

    const page = await stage.open(`/playbooks/${playbook.id}?tab=versions`);
    await page.getByRole('button', { name: 'Promote lower limit' }).click();
    const dialog = page.getByRole('dialog');
    const changes = dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await changes.first().waitFor();
    const [changed, added] = await changes.allInnerTexts();
    assert.match(changed!, /step changed\s+look\s+Runs if\s+\/alert\/amount is more than 40000\s*25000/);
    assert.match(added!, /step added\s+history\s+Agent\s+First look/);
    assert.doesNotMatch(changed!, /Agent|Then/);
    assert.deepEqual(await seriousInBothThemes(page), []);

    await stage.org.expect(200, 'PATCH', `/v1/playbooks/${playbook.id}/set-current-version/${other.id}/`, {});
    await dialog.getByLabel('Reason').fill('Fewer are missed.');
    const promote = dialog.getByRole('button', { name: 'Promote', exact: true });
    await promote.click();
    await dialog.getByRole('alert').getByText('Close this dialog and check the current version.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Roll back to lower limit' }).click();
    await dialog.getByLabel('Reason').fill('Fewer are missed.');
    await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
    await page.getByText('lower limit is current').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
