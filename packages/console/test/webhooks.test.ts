import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createAgent, startJob, type TestAgent, untilFinal } from '../../server/test/runs.ts';
import { type Receiver, startReceiver } from '../../server/test/webhooks/receiver.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

describe('webhooks, keys and roles in the browser', { skip }, () => {
  let stage: Stage;
  let receiver: Receiver;
  let agent: TestAgent;

  before(async () => {
    stage = await startStage();
    agent = await createAgent(stage.org, 'EchoEngine');
    receiver = await startReceiver((response) => response.writeHead(503).end('<b>down</b> for repair'));
  });
  afterEach(() => stage?.close());
  after(async () => {
    await receiver.stop();
    await stage.stop();
  });

  test('a webhook is created and linked; a failing receiver shows every attempt; resending delivers', async () => {
    const page = await stage.open('/webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('ERP');
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('checkbox', { name: 'Agent of EchoEngine' }).check();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'ERP' }).waitFor();
    const job = await startJob(stage.org, agent.id, { text: 'Ada' });
    await untilFinal(stage.org, job);
    await page.getByText(/retrying \d\/10/).waitFor();
    await page.locator('[aria-label="Deliveries"] tbody a').first().click();
    await page.getByText('The receiver failed (503).').waitFor();
    await page.getByText('<b>down</b> for repair').waitFor();
    await page.getByRole('button', { name: /^Attempt 1/ }).waitFor();
    await page.getByRole('tree', { name: 'Request body' }).getByText('Agent of EchoEngine').waitFor();
    const other = await stage.open('/system/health');
    await other.getByText('“ERP” is failing').waitFor();
    await other.getByText(/^What to do: Check the last attempt/).waitFor();
    receiver.answer = (response) => response.writeHead(204).end();
    await page.getByRole('region', { name: 'Delivery', exact: true }).getByRole('button', { name: 'Resend' }).click();
    await page.getByText('delivered', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('healthy').waitFor();
    await page.goto(`/jobs/${job}`);
    const told = page.getByRole('list', { name: 'Deliveries of this job' });
    await told.getByText('delivered').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Resend webhook' }).click();
    await page.getByText('Sent again to 1 webhook').waitFor();
    await told.getByText('delivered').nth(1).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('the signature check accepts what was sent and names the mistake in what was not', async () => {
    const { headers, body } = receiver.received.at(-1)!;
    const page = await stage.open('/webhooks');
    await page.getByRole('link', { name: 'ERP' }).click();
    await page.getByRole('tab', { name: 'Signature check' }).click();
    await page.getByLabel('webhook-id').fill(String(headers['webhook-id']));
    await page.getByLabel('webhook-timestamp').fill(String(headers['webhook-timestamp']));
    await page.getByLabel('webhook-signature').fill(String(headers['webhook-signature']));
    await page.getByLabel('Body').fill(body);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Secret, headers and body belong together.').waitFor();
    await page.getByLabel('Body').fill(JSON.stringify(JSON.parse(body), null, 2));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/parsed and serialized again/).waitFor();
  });

  test('a test event and a recovery tell what happened', async () => {
    const page = await stage.open('/webhooks');
    await page.getByRole('link', { name: 'ERP' }).click();
    receiver.answer = (response) => response.writeHead(404).end();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('The test did not arrive').waitFor();
    receiver.answer = (response) => response.writeHead(204).end();
    await page.getByRole('button', { name: 'Recover failed…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recover', exact: true }).click();
    await page.getByText(/deliveries are sent again|Nothing failed since then/).waitFor();
  });

  test('a key is shown once and works until it is revoked; a viewer is told what is missing', async () => {
    const page = await stage.open('/settings');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('reports');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'viewer' }).click();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const key = await dialog.getByLabel('API key').innerText();
    assert.match(key, /^errand_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const viewer = await stage.open('/settings', { credential: key });
    await viewer.getByText('This is for administrators').waitFor();
    await viewer.goto('/webhooks');
    await viewer.locator('button:disabled', { hasText: 'Create webhook' }).first().waitFor();
    await page.getByRole('button', { name: 'Revoke reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Key revoked').waitFor();
    const answer = await fetch(`${stage.harness.baseUrl}/v1/agents/`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(answer.status, 401);
  });

  test('a person is invited and accepts with a password; the role changes with a way back and is in the audit log', async () => {
    const page = await stage.open('/settings?tab=members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = new URL((await dialog.locator('code').textContent())!);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Invitations' }).getByText('open', { exact: true }).waitFor();

    const invited = await stage.open(link.pathname + link.hash, { credential: null });
    await invited.getByText('grace@example.com, as member.').waitFor();
    await invited.getByLabel('Choose a password').fill('four words of her own');
    await invited.getByRole('button', { name: 'Accept' }).click();
    await invited.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.deepEqual(faultsOf(invited), []);

    await page.reload();
    await page.getByText('accepted', { exact: true }).waitFor();
    const role = page.getByRole('combobox', { name: 'Role of grace' });
    await role.click();
    await page.getByRole('option', { name: 'viewer' }).click();
    await page.getByText('grace is now viewer').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('grace is now member').waitFor();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('button', { name: 'Invitation accepted' }).click();
    await page.waitForURL(/action=invitation\.accepted/);
  });

  test('a post action that failed shows why on the page of its job, and is carried out again by its button', async () => {
    const { org } = stage;
    receiver.answer = (response) => response.writeHead(422).end();
    const connection = await org.request('POST', '/v1/connections/', {
      ...{ connector_type: 'custom_api', name: 'Ledger', config: { base_url: new URL(receiver.url).origin } },
    });
    assert.equal(connection.status, 201, connection.text);
    const writer = await createAgent(org, 'EchoEngine');
    const version = await org.request('POST', `/v1/agents/${writer.id}/versions/`, {
      post_actions: [
        {
          ...{ name: 'Book it', connection_id: connection.body.id, operation: 'request', trigger_on: [3] },
          param_mappings: { path: '/book' },
        },
      ],
    });
    assert.equal(version.status, 201, version.text);
    const job = await startJob(org, writer.id, { text: 'Ada' });
    await untilFinal(org, job);
    const page = await stage.open(`/agents/${writer.id}?tab=versions`);
    await page.getByRole('link', { name: '1 post action' }).click();
    await page.locator(`a[href$="/jobs/${job}"]`).first().click();
    const actions = page.getByRole('list', { name: 'Post actions of this job' });
    await actions.getByText('failed', { exact: true }).waitFor();
    await actions.getByText(/status 422/).waitFor();
    await actions.getByText(/1 attempt\b/).waitFor();
    receiver.answer = (response) => response.writeHead(204).end();
    await actions.getByRole('button', { name: 'Resend Book it' }).click();
    await actions.getByText('done', { exact: true }).waitFor();
    await actions.getByText(/2 attempts/).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
