import type { Page } from 'playwright-core';
import type { Desk } from './furnish-desk.ts';
import type { Screen } from './operated-screens.ts';

const press = (name: string | RegExp) => (page: Page) =>
  page.locator('main').getByRole('button', { name }).first().click();
const choose = (item: string) => async (page: Page) => {
  await press('More actions')(page);
  await page.getByRole('menuitem', { name: item }).click();
};

/** The pages of the desk (furnish-desk.ts). */
export function deskScreens({ main, decided, proposed, queue, playbook, rehearsal }: Desk): Screen[] {
  const part = (name: string, act?: Screen['act']): Screen => ({
    ...{ name: `desk-case-${name}`, path: `/cases/${main}?tab=${name}` },
    ...(act && { act }),
  });
  return [
    { name: 'desk-list', path: '/cases' },
    { name: 'desk-peek', path: '/cases', act: (page) => page.keyboard.press('Space') },
    part('overview'),
    part('transactions'),
    part('network'),
    part('screening'),
    part('report'),
    { name: 'desk-report-edit', path: `/cases/${main}?tab=report`, act: press(/^Edit:/) },
    part('timeline'),
    { name: 'desk-case-proposed', path: `/cases/${proposed}` },
    { name: 'desk-case-decided', path: `/cases/${decided}` },
    { name: 'desk-restrict', path: `/cases/${main}`, act: choose('Restrict to named people…') },
    { name: 'desk-split', path: `/cases/${main}`, act: choose('Split alerts off…') },
    { name: 'desk-decide', path: `/cases/${main}`, act: press(/^Decide/) },
    { name: 'desk-viewer', path: `/cases/${main}`, as: 'viewer' },
    { name: 'desk-checks', path: '/cases/checks' },
    { name: 'desk-checks-done', path: '/cases/checks?show=done' },
    { name: 'desk-figures', path: '/cases/figures' },
    { name: 'desk-queues', path: '/cases/queues' },
    { name: 'desk-queue', path: `/cases/queues/${queue}` },
    { name: 'desk-playbooks', path: '/playbooks' },
    { name: 'desk-playbook', path: `/playbooks/${playbook}` },
    { name: 'desk-playbook-versions', path: `/playbooks/${playbook}?tab=versions` },
    { name: 'desk-playbook-promote', path: `/playbooks/${playbook}?tab=versions`, act: press(/^Promote/) },
    { name: 'desk-playbook-rehearsals', path: `/playbooks/${playbook}?tab=rehearsals` },
    { name: 'desk-playbook-rehearsal', path: `/playbooks/${playbook}/rehearsals/${rehearsal}` },
    { name: 'desk-playbook-runs', path: `/playbooks/${playbook}?tab=runs` },
    { name: 'desk-playbook-gate', path: `/playbooks/${playbook}?tab=gate` },
    { name: 'desk-playbook-edit', path: `/playbooks/${playbook}/edit` },
    { name: 'desk-screening', path: '/screening' },
  ];
}
