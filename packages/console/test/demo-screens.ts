import type { Page } from 'playwright-core';
import { type TestOrg, until } from '../../server/test/harness.ts';
import type { Screen } from './operated-screens.ts';

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

/** One job of each kind that the demo has. */
const KINDS = {
  verdict: 'has:verdict',
  fields: 'agent:"Invoice reader (demo)"',
  failed: 'agent:"Label printer (demo)" status:failure',
  waiting: 'agent:"Payout note (demo)"',
};

/** Creates the demo. Returns the screens of its jobs, and those that lists only show after a click. */
export async function demoScreens(org: TestOrg): Promise<Screen[]> {
  const find = async (query: string): Promise<{ id: string }[]> =>
    (await org.request('GET', `/v1/agents/jobs/?q=${encodeURIComponent(query)}`)).body.results;
  await org.request('POST', '/v1/demo/');
  await until(async () => (await find('has:verdict')).length > 0, 'a verdict of the demo');
  const jobs: Screen[] = [];
  for (const [kind, query] of Object.entries(KINDS)) {
    const [job] = await find(query);
    if (job === undefined) continue;
    jobs.push({ name: `job-${kind}`, path: `/jobs/${job.id}` });
    jobs.push({ name: `job-${kind}-steps`, path: `/jobs/${job.id}?tab=steps` });
  }
  return [...jobs, ...OPENED];
}

const OPENED: Screen[] = [
  { name: 'jobs-filters', path: '/jobs', act: press('Filters') },
  { name: 'jobs-columns', path: '/jobs', act: press('Columns') },
  {
    name: 'jobs-selected',
    path: '/jobs',
    act: (page) =>
      page
        .getByRole('checkbox', { name: /^Select job/ })
        .first()
        .click(),
  },
  { name: 'inbox-next', path: '/inbox', act: press('Next') },
  { name: 'sql-history', path: '/sql', act: press('History') },
  {
    name: 'sql-result',
    path: '/sql?text=SELECT%20*%20FROM%20errand.jobs%20LIMIT%2020',
    async act(page) {
      await press('Run')(page);
      await page.getByRole('columnheader').first().waitFor();
    },
  },
  { name: 'tables-upload', path: '/tables', act: press('Upload a table') },
  { name: 'usage-budgets-new', path: '/usage/budgets', act: press('New budget') },
];
