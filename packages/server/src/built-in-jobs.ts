import { ensureBuiltInAgent } from '#agents/built-in-agent.ts';
import { MODEL_TRY } from '#engines/models/try-engine.ts';
import { SKILL_WRITER } from '#engines/skill-writer/skill-writer-engine.ts';
import { TYPOLOGY_PROPOSER } from '#engines/typology-proposer/typology-proposer-engine.ts';
import { findFiles } from '#files/store.ts';
import { findGenerationState } from '#jobs/read/generation-state.ts';
import { priority } from '#jobs/record/model.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import type { ProposalDeps } from '#knowledge/ask-for-proposal.ts';
import { checkAgentsFeature } from '#orgs/organizations.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Db } from '#platform/db.ts';
import { newId, parseFileId } from '#platform/ids.ts';
import { findPolicyText } from '#policies/reference.ts';
import type { GenerationDeps } from '#skills/generate-version.ts';
import { listTables } from '#workspace/tables/store.ts';
import type { Domains } from './create-domains.ts';
import type { Platform } from './open-platform.ts';

/** Connects the generation of skills to the domains that it uses: tables, files, policies, agents and jobs. */
export function createGenerationDeps(platform: Platform, domains: Domains): GenerationDeps {
  const { database } = platform;
  const { jobs } = domains;
  return {
    async findUnknownTables(orgId, names) {
      if (names.length === 0) return [];
      const known = new Set((await listTables(database.tenant(orgId), orgId)).map(({ name }) => name));
      return names.filter((name) => !known.has(name));
    },
    async findUnknownFiles(orgId, ids) {
      const parsed = ids.map((id) => parseFileId(id));
      const wanted = parsed.filter((id) => id !== undefined);
      const found = new Set(
        wanted.length === 0 ? [] : (await findFiles(database.tenant(orgId), orgId, wanted)).map(({ id }) => id),
      );
      return ids.filter((_id, index) => parsed[index] === undefined || !found.has(parsed[index]));
    },
    describePolicy: (orgId, ids) => findPolicyText(database.tenant(orgId), orgId, ids),
    async prepareAgent(caller) {
      await checkAgentsFeature(database.system, caller.orgId);
      return ensureAgent(platform, domains, caller, SKILL_WRITER);
    },
    startJob: (caller, job, inputs, alongside) => startJob(domains, caller, job, inputs, alongside),
    cancelJob: (caller, jobId) => jobs.canceller.cancelJob(caller, jobId),
    findJobState: (orgId, jobId, since) => findGenerationState(database.tenant(orgId), orgId, jobId, since),
  };
}

/** Connects the proposals of knowledge bases to agents and jobs. */
export const createProposalDeps = (platform: Platform, domains: Domains): ProposalDeps => ({
  log: platform.log,
  async startJob(caller, id, inputs) {
    const agentId = await ensureAgent(platform, domains, caller, TYPOLOGY_PROPOSER);
    await startJob(domains, caller, { id, agentId }, inputs);
  },
  findJobState: (orgId, jobId, since) => findGenerationState(platform.database.tenant(orgId), orgId, jobId, since),
});

/** Starts a job that tries a model, for `errand models --try` and the console. */
export const createTryStart =
  (platform: Platform, domains: Domains) =>
  async (caller: Caller, model: string): Promise<string> => {
    await checkAgentsFeature(platform.database.system, caller.orgId);
    const agentId = await ensureAgent(platform, domains, caller, MODEL_TRY);
    const id = newId();
    await startJob(domains, caller, { id, agentId }, { model }, claimFor(caller));
    return id;
  };

const ensureAgent = (
  { database, box }: Platform,
  { engineRuntime, connections }: Domains,
  caller: Caller,
  engineId: string,
): Promise<string> => {
  const deps = { engines: engineRuntime.offer, box, connectors: connections.connectors };
  // The key of a request belongs to the job: a copy of the caller carries no claim.
  return ensureBuiltInAgent(database.tenant(caller.orgId), deps, { ...caller }, engineId);
};

/** Inputs without a value are left out. */
async function startJob(
  { jobs }: Domains,
  caller: Caller,
  { id, agentId }: { id: string; agentId: string },
  inputs: Record<string, string>,
  alongside?: (tx: Db) => Promise<void>,
): Promise<void> {
  const nested = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== ''));
  await jobs.starter.startOne(
    { ...emptyRequest, nested },
    {
      caller,
      target: { agentId },
      origin: 'api',
      priority: priority.normal,
      skipCache: true,
      jobIds: [id],
      ...(alongside && { alongside }),
    },
  );
}
