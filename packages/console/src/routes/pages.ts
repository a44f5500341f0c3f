import { known, readInteger, readListSearch, readOneOf, readPage, readPageSearch, readText } from '../data/search.ts';
import { readAgentSearch, readAgentsSearch } from '../pages/agents/agent-search.ts';
import { readBatchSearch } from '../pages/batches/batch-search.ts';
import { readCasePlace, readCaseSearch } from '../pages/cases/case-search.ts';
import { readCompareSearch, readSetSearch } from '../pages/evaluations/evaluation-search.ts';
import { readHomeSearch } from '../pages/home/range.ts';
import { readInboxSearch } from '../pages/inbox/inbox-search.ts';
import { readErrorsSearch, readJobsPageSearch } from '../pages/jobs/job-search.ts';
import { readJobPlace } from '../pages/jobs/job-tab.ts';
import { readPlaybookSearch } from '../pages/playbooks/playbook-search.ts';
import { readPolicySearch } from '../pages/policies/policy-search.ts';
import { readSettingsSearch } from '../pages/settings/settings-search.ts';
import { readEditSkillsSearch, readSkillSetSearch } from '../pages/skills/skill-search.ts';
import { readUsageSearch } from '../pages/usage/usage-search.ts';
import { readWebhookSearch } from '../pages/webhooks/webhook-search.ts';
import { page, searchPage } from './page.ts';

type Raw = Record<string, unknown>;

const isSet = (value: unknown): true | undefined => (value === true ? true : undefined);
const readVersion = (raw: Raw) => known({ version: readText(raw.version) });

/** All pages of the shell. */
export const pages = [
  searchPage('/', () => import('../pages/home/home-page.tsx'), readHomeSearch),

  searchPage('/agents', () => import('../pages/agents/agents-page.tsx'), readAgentsSearch),
  searchPage(
    '/agents/new',
    () => import('../pages/agents/new-agent-page.tsx'),
    (raw: Raw) => known({ engine: readText(raw.engine) }),
  ),
  searchPage('/agents/$id', () => import('../pages/agents/agent-page.tsx'), readAgentSearch),
  searchPage('/agents/$id/edit', () => import('../pages/agents/edit-agent-page.tsx'), readVersion),
  page('/run', () => import('../pages/run/pick-agent-page.tsx')),
  searchPage(
    '/run/$agentId',
    () => import('../pages/run/run-page.tsx'),
    // The version to run, if not the current one, and the job whose result is shown.
    (raw: Raw) => known({ version: readText(raw.version), job: readText(raw.job) }),
  ),

  searchPage('/batches', () => import('../pages/batches/batches-page.tsx'), readPageSearch),
  searchPage(
    '/batches/new',
    () => import('../pages/batches/new-batch-page.tsx'),
    (raw: Raw) => known({ agent: readText(raw.agent) }),
  ),
  searchPage('/batches/$id', () => import('../pages/batches/batch-page.tsx'), readBatchSearch),

  searchPage('/jobs', () => import('../pages/jobs/jobs-page.tsx'), readJobsPageSearch),
  searchPage('/jobs/compare', () => import('../pages/jobs/compare-page.tsx'), readCompareSearch),
  searchPage('/jobs/errors', () => import('../pages/jobs/errors-page.tsx'), readErrorsSearch),
  searchPage('/jobs/bulk', () => import('../pages/jobs/bulk-list-page.tsx'), readPageSearch),
  page('/jobs/bulk/$id', () => import('../pages/jobs/bulk-page.tsx')),
  searchPage('/jobs/$id', () => import('../pages/jobs/job-page.tsx'), readJobPlace),

  searchPage('/inbox', () => import('../pages/inbox/inbox-page.tsx'), readInboxSearch),
  searchPage(
    '/waits',
    () => import('../pages/waits/waits-page.tsx'),
    (raw: Raw) => known({ all: isSet(raw.all), page: readPage(raw.page) }),
  ),

  searchPage('/policies', () => import('../pages/policies/policies-page.tsx'), readListSearch),
  page('/policies/new', () => import('../pages/policies/new-policy-page.tsx')),
  searchPage('/policies/$id', () => import('../pages/policies/policy-page.tsx'), readPolicySearch),
  searchPage('/policies/$id/edit', () => import('../pages/policies/edit-policy-page.tsx'), readVersion),
  page('/policies/versions/$id', () => import('../pages/policies/version-page.tsx')),
  searchPage(
    '/policies/$id/rehearsals/$rehearsalId',
    () => import('../pages/rehearsals/rehearsal-page.tsx'),
    readPageSearch,
  ),
  searchPage('/skills', () => import('../pages/skills/skills-page.tsx'), readListSearch),
  searchPage('/skills/$id', () => import('../pages/skills/skill-set-page.tsx'), readSkillSetSearch),
  searchPage('/skills/$id/edit', () => import('../pages/skills/edit-skills-page.tsx'), readEditSkillsSearch),
  searchPage('/cases', () => import('../pages/cases/cases-page.tsx'), readCaseSearch),
  searchPage(
    '/cases/checks',
    () => import('../pages/desk/checks-page.tsx'),
    (raw: Raw) => known({ show: readOneOf(raw.show, ['open', 'done'] as const), page: readPage(raw.page) }),
  ),
  searchPage(
    '/cases/figures',
    () => import('../pages/desk/figures-page.tsx'),
    (raw: Raw) => known({ days: readInteger(raw.days), queue: readText(raw.queue) }),
  ),
  searchPage('/cases/queues', () => import('../pages/desk/queues-page.tsx'), readPageSearch),
  page('/cases/queues/$id', () => import('../pages/desk/queue-page.tsx')),
  searchPage('/cases/$id', () => import('../pages/cases/case-page.tsx'), readCasePlace),
  searchPage('/playbooks', () => import('../pages/playbooks/playbooks-page.tsx'), readListSearch),
  page('/playbooks/new', () => import('../pages/playbooks/new-playbook-page.tsx')),
  searchPage('/playbooks/$id', () => import('../pages/playbooks/playbook-page.tsx'), readPlaybookSearch),
  searchPage('/playbooks/$id/edit', () => import('../pages/playbooks/edit-playbook-page.tsx'), readVersion),
  searchPage(
    '/playbooks/$id/rehearsals/$rehearsalId',
    () => import('../pages/playbooks/rehearsal-page.tsx'),
    readPageSearch,
  ),
  searchPage('/screening', () => import('../pages/screening/screening-page.tsx'), readPageSearch),
  searchPage(
    '/screening/watches/$id',
    () => import('../pages/screening/watch-page.tsx'),
    (raw: Raw) =>
      known({ state: readOneOf(raw.state, ['open', 'suppressed', 'gone', 'all'] as const), page: readPage(raw.page) }),
  ),
  searchPage('/knowledge', () => import('../pages/knowledge/knowledge-page.tsx'), readPageSearch),
  page('/knowledge/$id', () => import('../pages/knowledge/knowledge-base-page.tsx')),
  searchPage('/evaluations', () => import('../pages/evaluations/evaluations-page.tsx'), readPageSearch),
  searchPage('/evaluations/$id', () => import('../pages/evaluations/evaluation-set-page.tsx'), readSetSearch),
  searchPage('/evaluations/$id/compare', () => import('../pages/evaluations/compare-runs-page.tsx'), readCompareSearch),
  searchPage('/evaluations/runs/$id', () => import('../pages/evaluations/evaluation-run-page.tsx'), readPageSearch),

  searchPage('/webhooks', () => import('../pages/webhooks/webhooks-page.tsx'), readListSearch),
  searchPage('/webhooks/$id', () => import('../pages/webhooks/webhook-page.tsx'), readWebhookSearch),
  searchPage('/schedules', () => import('../pages/schedules/schedules-page.tsx'), readListSearch),
  page('/schedules/$id', () => import('../pages/schedules/schedule-page.tsx')),
  searchPage('/triggers', () => import('../pages/triggers/triggers-page.tsx'), readListSearch),
  page('/triggers/$id', () => import('../pages/triggers/trigger-page.tsx')),

  searchPage(
    '/sql',
    () => import('../pages/sql/sql-page.tsx'),
    (raw: Raw) => known({ text: typeof raw.text === 'string' ? raw.text : undefined }),
  ),
  searchPage(
    '/tables',
    () => import('../pages/tables/tables-page.tsx'),
    (raw: Raw) => known({ upload: isSet(raw.upload) }),
  ),
  page('/tables/$name', () => import('../pages/tables/table-page.tsx')),
  searchPage('/usage', () => import('../pages/usage/usage-page.tsx'), readUsageSearch),
  page('/usage/budgets', () => import('../pages/usage/budgets-page.tsx')),
  searchPage('/settings', () => import('../pages/settings/settings-page.tsx'), readSettingsSearch),
  searchPage(
    '/login',
    () => import('../pages/login/login-page.tsx'),
    // `errand login` opens it with a code.
    (raw: Raw) => known({ code: readText(raw.code)?.slice(0, 20) }),
  ),
  page('/connections/signed-in', () => import('../pages/connections/signed-in-page.tsx')),
  page('/oauth/interactions/$id', () => import('../pages/programs/consent-page.tsx')),
  page('/system/health', () => import('../pages/health/health-page.tsx')),
];
