import { ensureBuiltInAgent } from '#agents/built-in-agent.ts';
import { SKILL_WRITER } from '#engines/skill-writer/skill-writer-engine.ts';
import { findFiles } from '#files/store.ts';
import { findGenerationState } from '#jobs/read/generation-state.ts';
import { priority } from '#jobs/record/model.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import { checkAgentsFeature } from '#orgs/organizations.ts';
import { parseFileId } from '#platform/ids.ts';
import { findPolicyText } from '#policies/reference.ts';
import type { GenerationDeps } from '#skills/generate-version.ts';
import { listTables } from '#workspace/tables/store.ts';
import type { Domains } from './create-domains.ts';
import type { Platform } from './open-platform.ts';

/** Connects the generation of skills to the domains that it uses: tables, files, policies, agents and jobs. */
export function createGenerationDeps(
  { database, box }: Platform,
  { engineRuntime, connections, jobs }: Domains,
): GenerationDeps {
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
      const db = database.tenant(caller.orgId);
      const deps = { engines: engineRuntime.offer, box, connectors: connections.connectors };
      return ensureBuiltInAgent(db, deps, caller, SKILL_WRITER);
    },
    async startJob(caller, { id, agentId }, inputs) {
      const nested = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== ''));
      await jobs.starter.startOne(
        { ...emptyRequest, nested },
        { caller, target: { agentId }, origin: 'api', priority: priority.normal, skipCache: true, jobIds: [id] },
      );
    },
    cancelJob: (caller, jobId) => jobs.canceller.cancelJob(caller, jobId),
    findJobState: (orgId, jobId) => findGenerationState(database.tenant(orgId), orgId, jobId),
  };
}
