import { models } from '../models.ts';
import { screening } from '../screening.ts';
import { a2a } from './a2a.ts';
import { activity } from './activity.ts';
import { agents } from './agents.ts';
import { apiKeys } from './api-keys.ts';
import { batches } from './batches.ts';
import { alerts, budgets } from './budgets.ts';
import { bulk } from './bulk.ts';
import { caseAlerts, caseDesk, caseDocuments, caseQueues } from './case-desk.ts';
import { caseChecks, caseRecords, caseTemplates } from './case-records.ts';
import { cases } from './cases.ts';
import { connections } from './connections.ts';
import { connectors } from './connectors.ts';
import { deliveries } from './deliveries.ts';
import { demo } from './demo.ts';
import { doors } from './doors.ts';
import { engines } from './engines.ts';
import { evaluationRuns, evaluationSets } from './evaluations.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { gates } from './gates.ts';
import { invitations } from './invitations.ts';
import { jobViews } from './job-views.ts';
import { jobs } from './jobs.ts';
import { knowledge } from './knowledge.ts';
import { listeners } from './listeners.ts';
import { logins } from './logins.ts';
import { mcp } from './mcp.ts';
import { members } from './members.ts';
import { oauth } from './oauth.ts';
import { openai } from './openai.ts';
import { organizations } from './organizations.ts';
import { playbookRehearsals, playbooks } from './playbooks.ts';
import { policies } from './policies.ts';
import { policyVersions } from './policy-versions.ts';
import { postActions } from './post-actions.ts';
import { promotions } from './promotions.ts';
import { queries } from './queries.ts';
import { rehearsals } from './rehearsals.ts';
import { screeningWatches } from './rescreening.ts';
import { reviews } from './reviews.ts';
import { runs } from './runs.ts';
import { schedules } from './schedules.ts';
import { secrets } from './secrets.ts';
import { service } from './service.ts';
import { sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signing } from './signing.ts';
import { skills } from './skills.ts';
import { sso } from './sso.ts';
import { tables } from './tables.ts';
import { tags } from './tags.ts';
import { transactions } from './transactions.ts';
import { triggers } from './triggers.ts';
import { uploads } from './uploads.ts';
import { versions } from './versions.ts';
import { waits } from './waits.ts';
import { webhooks } from './webhooks.ts';
import { worksheets } from './worksheets.ts';

/**
 * Every operation of the API. The path to an entry, such as `agents.list`, is its operationId in the OpenAPI
 * description and its place in the SDK.
 */
export const operations = {
  a2a,
  activity,
  agents,
  apiKeys,
  alerts,
  batches,
  budgets,
  bulk,
  caseAlerts,
  caseChecks,
  caseDesk,
  caseDocuments,
  caseRecords,
  caseTemplates,
  caseQueues,
  cases,
  connections,
  connectors,
  deliveries,
  demo,
  doors,
  engines,
  evaluationRuns,
  evaluationSets,
  feedback,
  files,
  gates,
  jobViews,
  invitations,
  jobs,
  knowledge,
  listeners,
  logins,
  mcp,
  members,
  models,
  oauth,
  openai,
  organizations,
  playbookRehearsals,
  playbooks,
  policies,
  policyVersions,
  postActions,
  promotions,
  queries,
  reviews,
  rehearsals,
  runs,
  schedules,
  screening,
  screeningWatches,
  secrets,
  service,
  sessions,
  signIn,
  skills,
  signing,
  sso,
  tables,
  tags,
  transactions,
  triggers,
  uploads,
  versions,
  waits,
  webhooks,
  worksheets,
} as const;
