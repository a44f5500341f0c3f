import type { Page } from 'playwright-core';
import { newId } from '../../server/src/platform/ids.ts';
import type { Furnished } from './furnish.ts';

export type Screen = {
  name: string;
  path: string;
  /** Null if nobody is signed in, `viewer` for a user with that role. */
  as?: 'viewer' | null;
  /** What a person does there before the picture is taken. */
  act?(page: Page): Promise<void>;
};

const press = (name: string) => (page: Page) => page.locator('main').getByRole('button', { name }).first().click();
const choose = (item: string) => async (page: Page) => {
  await press('More actions')(page);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Pages and dialogs of a furnished organization (furnish.ts). */
export function operatedScreens(it: Furnished): Screen[] {
  const { policy, set, runs, webhook, skills } = it;
  const [a, b] = it.versions;
  return [
    ...settingsScreens(),
    { name: 'f-policies', path: '/policies' },
    { name: 'f-policy', path: `/policies/${policy}` },
    { name: 'f-policy-edit', path: `/policies/${policy}/edit` },
    {
      name: 'f-policy-edit-json',
      path: `/policies/${policy}/edit`,
      act: (page) => page.getByRole('tab', { name: 'JSON' }).click(),
    },
    { name: 'f-policy-versions', path: `/policies/${policy}?tab=versions` },
    { name: 'f-policy-diff', path: `/policies/${policy}?tab=versions&from=${a}&to=${b}` },
    { name: 'f-policy-old-version', path: `/policies/${policy}?version=${b}` },
    { name: 'f-policy-version', path: `/policies/versions/${b}` },
    { name: 'f-policy-promote', path: `/policies/${policy}?tab=versions`, act: press('Promote…') },
    { name: 'f-policy-rehearsals', path: `/policies/${policy}?tab=rehearsals` },
    { name: 'f-policy-rehearse', path: `/policies/${policy}?tab=rehearsals`, act: press('Rehearse a version…') },
    { name: 'f-policy-rehearsal', path: `/policies/${policy}/rehearsals/${it.rehearsal}` },
    { name: 'f-policy-gate', path: `/policies/${policy}?tab=gate` },
    { name: 'f-policy-agents', path: `/policies/${policy}?tab=agents` },
    { name: 'f-policy-delete', path: `/policies/${policy}`, act: choose('Delete policy…') },
    { name: 'f-policy-missing', path: `/policies/${newId()}` },
    { name: 'f-agent-gate', path: `/agents/${it.gated}?tab=settings` },
    { name: 'f-agent-promote', path: `/agents/${it.gated}?tab=versions`, act: press('Promote') },
    { name: 'f-evaluations', path: '/evaluations' },
    { name: 'f-evaluations-new', path: '/evaluations', act: press('New evaluation set') },
    { name: 'f-evaluation-set', path: `/evaluations/${set}` },
    { name: 'f-evaluation-set-cases', path: `/evaluations/${set}?tab=cases` },
    { name: 'f-evaluation-add-cases', path: `/evaluations/${set}?tab=cases`, act: press('Add cases…') },
    { name: 'f-evaluation-start', path: `/evaluations/${set}`, act: press('Start a run…') },
    { name: 'f-evaluation-run', path: `/evaluations/runs/${runs[1]}` },
    { name: 'f-evaluation-compare', path: `/evaluations/${set}/compare?a=${runs[0]}&b=${runs[1]}` },
    { name: 'f-webhooks', path: '/webhooks' },
    { name: 'f-webhooks-create', path: '/webhooks?create=true' },
    { name: 'f-webhook', path: `/webhooks/${webhook}` },
    { name: 'f-webhook-delivery', path: `/webhooks/${webhook}?delivery=${it.delivery}` },
    { name: 'f-webhook-recover', path: `/webhooks/${webhook}`, act: press('Recover failed…') },
    { name: 'f-webhook-agents', path: `/webhooks/${webhook}?tab=agents` },
    { name: 'f-webhook-settings', path: `/webhooks/${webhook}?tab=settings` },
    { name: 'f-webhook-signature', path: `/webhooks/${webhook}?tab=signature` },
    { name: 'f-schedules', path: '/schedules' },
    { name: 'f-schedule', path: `/schedules/${it.schedule}` },
    { name: 'f-schedule-edit', path: `/schedules/${it.schedule}`, act: choose('Edit…') },
    { name: 'f-triggers', path: '/triggers' },
    { name: 'f-trigger', path: `/triggers/${it.trigger}` },
    {
      name: 'f-trigger-test',
      path: `/triggers/${it.trigger}`,
      act: async (page) => {
        await page.getByRole('tab', { name: 'Test' }).click();
        await page.getByRole('button', { name: 'Test', exact: true }).click();
        await page.getByText('It would ').first().waitFor();
      },
    },
    { name: 'f-trigger-edit', path: `/triggers/${it.trigger}`, act: choose('Edit…') },
    { name: 'f-knowledge', path: '/knowledge' },
    { name: 'f-knowledge-new', path: '/knowledge', act: press('New knowledge base') },
    { name: 'f-knowledge-proposal', path: `/knowledge/${it.knowledge}` },
    { name: 'f-knowledge-finished', path: `/knowledge/${it.finished}` },
    { name: 'f-skills', path: '/skills' },
    { name: 'f-skills-new', path: '/skills', act: press('New skill set') },
    { name: 'f-skill-set', path: `/skills/${skills}` },
    { name: 'f-skill-edit', path: `/skills/${skills}/edit` },
    {
      name: 'f-skill-versions',
      path: `/skills/${skills}?tab=versions&from=${it.skillVersions[0]}&to=${it.skillVersions[1]}`,
    },
    { name: 'f-skill-agents', path: `/skills/${skills}?tab=agents` },
    { name: 'f-skill-generate', path: `/skills/${skills}`, act: press('Generate') },
    { name: 'f-health', path: '/system/health' },
    { name: 'f-login', path: '/login' },
    { name: 'f-login-code', path: `/login?code=${it.loginCode}` },
    { name: 'f-login-unknown', path: '/login?code=bbbb-cccc' },
    ...shellScreens(),
  ];
}

const settingsScreens = (): Screen[] => [
  { name: 'f-settings-keys', path: '/settings' },
  { name: 'f-settings-create-key', path: '/settings', act: press('Create key') },
  {
    name: 'f-settings-key-made',
    path: '/settings',
    async act(page) {
      await press('Create key')(page);
      await page.getByRole('dialog').getByLabel('Name').fill('Reports');
      await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('button', { name: 'I have copied it' }).waitFor();
    },
  },
  { name: 'f-settings-members', path: '/settings?tab=members' },
  { name: 'f-settings-add-member', path: '/settings?tab=members', act: press('Invite a person') },
  { name: 'f-settings-remove-member', path: '/settings?tab=members', act: press('Remove') },
  { name: 'f-settings-sign-on', path: '/settings?tab=sign-on' },
  { name: 'f-settings-secrets', path: '/settings?tab=secrets' },
  { name: 'f-settings-create-secret', path: '/settings?tab=secrets', act: press('Create secret') },
  { name: 'f-settings-connections', path: '/settings?tab=connections' },
  { name: 'f-settings-create-connection', path: '/settings?tab=connections', act: press('Create connection') },
  { name: 'f-settings-retention', path: '/settings?tab=retention' },
  {
    name: 'f-settings-archive',
    path: '/settings?tab=retention',
    // Archived months would take a year to create.
    async act(page) {
      const month = (name: string, damaged = false) => ({
        ...{ month: name, jobs: 48_211, deliveries: 1_240, bytes: 9_381_244, damaged },
      });
      const archive = { after_months: 12, months: [month('2025-03'), month('2025-02', true), month('2025-01')] };
      await page.route('**/archive/', (route) => route.fulfill({ json: archive }));
      await page.goto('/settings?tab=retention');
      await page.getByText('48,211').first().scrollIntoViewIfNeeded();
      await page.unrouteAll();
    },
  },
  { name: 'f-settings-audit', path: '/settings?tab=audit' },
  { name: 'f-settings-organization', path: '/settings?tab=organization' },
  { name: 'f-settings-account', path: '/settings?tab=account' },
];

const shellScreens = (): Screen[] => [
  {
    name: 'f-palette',
    path: '/policies',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Home' }).waitFor();
    },
  },
  {
    name: 'f-palette-found',
    path: '/policies',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('let');
      await page.getByRole('option', { name: 'Run Order letter' }).first().waitFor();
    },
  },
  {
    name: 'f-palette-nothing',
    path: '/policies',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('zzzz');
      await page.getByText('Nothing found').waitFor();
    },
  },
  { name: 'f-shortcuts', path: '/jobs', act: (page) => page.keyboard.press('?') },
  { name: 'f-shortcuts-short', path: '/policies', act: (page) => page.keyboard.press('?') },
  { name: 'f-viewer-settings', path: '/settings', as: 'viewer' },
  { name: 'f-viewer-webhooks', path: '/webhooks', as: 'viewer' },
  { name: 'f-viewer-policies', path: '/policies', as: 'viewer' },
  { name: 'f-sign-in', path: '/sign-in', as: null },
  {
    name: 'f-sign-in-password',
    path: '/sign-in',
    as: null,
    async act(page) {
      await page.getByRole('tab', { name: 'E-mail and password' }).click();
      await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.locator('[data-invalid]').first().waitFor();
    },
  },
  { name: 'f-sign-in-refused', path: '/sign-in/callback?error=access_denied&state=x', as: null },
  { name: 'f-sign-in-old-link', path: '/sign-in#code=used-before', as: null },
];
