import { listKnowledgeDependents, listPolicyDependents, listSkillDependents } from '#agents/dependents.ts';
import { createAlertDoor } from '#case-desk/alert-door.ts';
import { createMailer } from '#connections/send-mail.ts';
import { joinUses } from '#connections/uses.ts';
import { gate } from '#evaluations/admit-version.ts';
import { findJobOrOwner } from '#jobs/archive/open-job.ts';
import { findCompletedJobs } from '#jobs/read/completed-jobs.ts';
import { findRequesterRoles } from '#jobs/read/requester-roles.ts';
import { deleteCachedResults } from '#jobs/record/cached-results.ts';
import { isDataDeleted } from '#jobs/record/delete-data.ts';
import { findInputProblems, type InputTarget } from '#jobs/start/find-input-problems.ts';
import { createUnattendedStart } from '#jobs/start/start-unattended.ts';
import { databaseNow } from '#platform/ids.ts';
import { beginRun, checkPlaybook } from '#playbooks/begin-run.ts';
import { checkRehearsal } from '#rehearsals/check-rehearsal.ts';
import { onListChanged } from '#rescreening/begin-run.ts';
import { buildEvent } from '#webhooks/message/payload.ts';
import { createGenerationDeps, createProposalDeps, createTryStart } from './built-in-jobs.ts';
import { ownFolder } from './config/own-folder.ts';
import { version } from './config/version.ts';
import type { Domains } from './create-domains.ts';
import type { Platform } from './open-platform.ts';
import { connectionUses, erasers, domains as registered } from './registry/domains.ts';

export type ServiceContext = ReturnType<typeof createContext>;

/** What services may name as a need: the platform, the domains that others depend on, and offers to lower domains. */
export function createContext(platform: Platform, domains: Domains) {
  const { config, sso } = platform;
  const { jobs, connections, ...others } = domains;
  const { starter, canceller, wakeups, watcher, worker, stopping, callers, runsHere, onJobNews, words } = jobs;
  return {
    ...platform,
    ...others,
    connections,
    ...{ starter, canceller, wakeups, watcher, worker, stopping, callers, runsHere, onJobNews, words },
    ...createOffers(platform, domains),
    version,
    docsFolder: ownFolder('docs', 'docs'),
    downloadsFolder: ownFolder('downloads', 'packages/server/downloads'),
    consoleDir: config.consoleDir,
    erasers,
    /** Whether this process works in the background, and does not only answer requests. */
    runs: config.role !== 'api',
    onlyProvider: sso?.settings.signIn.only ? sso.settings.signIn.name : undefined,
    wakeJob: jobs.wake,
    cancelJob: canceller.cancelJob,
    uses: joinUses(connectionUses),
  };
}

/** What lower domains get from higher ones, which they cannot import. */
function createOffers(platform: Platform, domains: Domains) {
  const { database, log } = platform;
  const { jobs, connections, archive, webhooks } = domains;
  return {
    gate,
    forgetResults: deleteCachedResults,
    checkRehearsal,
    checkPlaybook,
    onAlert: beginRun,
    onListChanged,
    alertDoor: createAlertDoor({ database, onAlert: beginRun, wake: webhooks.wake }),
    listPolicyDependents,
    listSkillDependents,
    listKnowledgeDependents,
    generation: createGenerationDeps(platform, domains),
    proposals: createProposalDeps(platform, domains),
    startTry: createTryStart(platform, domains),
    sendMail: createMailer({ database, connections }),
    startUnattended: createUnattendedStart(jobs.starter, log),
    findInputProblems: (target: InputTarget, inputs: Record<string, unknown>) =>
      findInputProblems(jobs.starter, target, inputs),
    findJobs: (jobIds: string[]) => findCompletedJobs(database.queue, jobIds),
    findJob: (orgId: string, jobId: string, toChange?: boolean) =>
      findJobOrOwner({ database, archive }, orgId, jobId, toChange),
    findRequesterRoles: (orgId: string, jobId: string) => findRequesterRoles(database.queue, orgId, jobId),
    /** The payload of the job's webhook, which post actions show. */
    async describeJob(jobId: string) {
      const job = (await findCompletedJobs(database.queue, [jobId])).get(jobId);
      if (await isDataDeleted(database.queue, jobId)) return undefined;
      return job && buildEvent(job, new Date(databaseNow()));
    },
    async onAgentDeleted(orgId: string, agentId: string): Promise<void> {
      const db = database.tenant(orgId);
      for (const { onAgentDeleted } of registered) await onAgentDeleted?.stop?.(db, orgId, agentId);
      await jobs.canceller.cancelDeletedAgent(orgId, agentId);
      for (const { onAgentDeleted } of registered) await onAgentDeleted?.remove?.(db, orgId, agentId);
    },
  };
}
