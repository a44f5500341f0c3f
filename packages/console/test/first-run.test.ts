import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOrganization } from '../../server/src/credits/create-organization.ts';
import { createSignInLink } from '../../server/src/orgs/sign-in-links.ts';
import { addWithPassword } from '../../server/test/people.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('a newcomer', { skip }, () => {
  const stage = withStage();

  test('opens the printed link, is signed in, runs the sample agent and sees its result', async () => {
    const { harness, org } = stage;
    const agent = await org.request('POST', '/v1/agents/', {
      name: 'Greeting',
      engine_class_id: 'TemplateEngine',
      input_definitions: [{ key: 'name', data_type: 'text/plain', description: 'Whom to greet.', example: 'Ada' }],
      engine_config: { template: 'Hello ${name}!' },
    });
    assert.equal(agent.status, 201);
    const members = await org.request('GET', `/v1/organizations/${org.orgId}/members/`);
    const code = await createSignInLink(harness.database.system, members.body.results[0].user_id);

    const page = await stage.open(`/sign-in#code=${code}`, { credential: null });
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.ok(!page.url().includes(code), 'the code has left the address');
    await page.getByText('Acme Research').first().waitFor();

    // Back does not lead to the form again, and signed-in users are not asked again.
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    // A link cannot lead to a stranger's page.
    for (const next of ['http://127.0.0.1:9/', '//127.0.0.1:9/', '/%09/127.0.0.1:9/', '/%5C127.0.0.1:9/']) {
      await page.goto(`/sign-in?next=${next}`);
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    }

    const steps = page.locator('section', { hasText: 'First steps' });
    await steps.getByText('Run Greeting (to do)').waitFor();
    await steps.getByRole('link', { name: 'Open its form' }).click();
    await page.getByRole('heading', { name: 'Run Greeting', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Fill in the examples' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Hello Ada!').waitFor();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();

    // A reload shows the same result, because the job is in the URL.
    assert.match(page.url(), /job=[0-9a-f-]{36}/);
    await page.reload();
    await page.getByText('Hello Ada!').waitFor();

    await page.getByRole('link', { name: 'Home' }).click();
    await steps.getByText('Run Greeting (done)').waitFor();
    // A step that is done elsewhere ticks itself.
    await org.request('POST', `/v1/agents/run/${agent.body.id}/`, { name: 'Grace' });
    await steps.getByText('Call it from your code (done)').waitFor();
    // Dragging over some bars zooms in. Back zooms out.
    await page.locator('.u-over').waitFor();
    const chart = (await page.locator('.u-over').boundingBox())!;
    await page.mouse.move(chart.x + chart.width / 2, chart.y + 50);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width - 5, chart.y + 60, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/[?&]from=/);
    await page.getByRole('heading', { name: /^Jobs from / }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Jobs over 24 hours' }).waitFor();
    assert.deepEqual(faultsOf(page), []);

    // A link works once. Its user stays signed in.
    await page.goto(`/sign-in?again#code=${code}`);
    await page.getByText('You are already signed in').waitFor();
    const again = await stage.open(`/sign-in#code=${code}`, { credential: null });
    await again.getByRole('alert').getByText('already used').waitFor();
  });

  test('signs in with an API key or with e-mail and password, comes back to where they wanted to go, and signs out', async () => {
    const { harness, org } = stage;
    const page = await stage.open('/agents?search=gree', { credential: null });
    await page.getByLabel('API key').last().fill('errand_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This API key is unknown, revoked or expired.').waitFor();
    await page.getByLabel('API key').last().fill(org.apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Greeting', exact: true }).waitFor();
    assert.match(page.url(), /\/agents\?search=gree$/);
    await page.getByRole('button', { name: 'Organization and account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();

    const member = { email: 'ada@example.com', role: 'member', password: 'correct horse battery' };
    const members = `/v1/organizations/${org.orgId}/members/`;
    const id = await addWithPassword(harness, org.orgId, member);
    const other = await createOrganization(harness.database.system, { name: 'Zeta', ownerEmail: member.email });
    assert.ok(other.id);
    await page.getByRole('tab', { name: 'E-mail and password' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByText('member').first().waitFor();

    // When the role is lowered, the error says what is missing, and actions that are not allowed disappear.
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('link', { name: 'Greeting', exact: true }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await org.request('PATCH', `${members}${id}/`, { role: 'viewer' });
    await page.getByRole('switch', { name: 'Reuse failures too' }).click();
    await page
      .getByText(/needs the role member/)
      .first()
      .waitFor();
    await page.getByText('viewer').first().waitFor();
    await page.getByRole('link', { name: 'New version' }).waitFor({ state: 'detached' });

    // A viewer is not offered actions that would fail. In the other organization, the user is the owner.
    await page.getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('link', { name: 'Greeting', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'New agent' }).count(), 0);
    await page.getByRole('button', { name: 'Organization and account' }).click();
    await page.getByRole('menuitem', { name: 'Zeta' }).click();
    await page.getByText('owner').first().waitFor();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByText('No agents yet').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('finds pages, agents and pasted ids with the palette, and goes places by keys', async () => {
    const { org } = stage;
    const agents = await org.request('GET', '/v1/agents/');
    const page = await stage.open('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('greet');
    await page.getByRole('option', { name: /^Greeting/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Greeting', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.insertText(agents.body.results[0].id);
    await page.getByRole('option', { name: /Greeting/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.getByRole('heading', { name: 'Batches', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
