import type { AgentUpdateBody } from '@errand/contract/agents.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { type AgentSettings, lockAgent, updateAgentSettings } from './store.ts';
import { updateVersionTexts } from './versions-store.ts';

/** Changes the given fields. Setting current values changes nothing, not even `updated_at`. */
export async function updateAgent(
  db: Transactor,
  caller: Caller,
  agentId: string,
  body: Static<typeof AgentUpdateBody>,
): Promise<void> {
  const { orgId } = caller;
  refuseBlank({ name: body.name });
  await db.tx(async (tx) => {
    const agent = await lockAgent(tx, orgId, agentId);
    if (agent === undefined) throw notFound('agent');
    const settings: AgentSettings = {
      name: body.name ?? agent.name,
      description: body.description ?? agent.description,
      disable_cache: body.disable_cache ?? agent.disable_cache,
      cache_failed_jobs: body.cache_failed_jobs ?? agent.cache_failed_jobs,
      // Null is a value: it allows results of any age.
      cache_max_age_seconds:
        body.cache_max_age_seconds === undefined ? agent.cache_max_age_seconds : body.cache_max_age_seconds,
    };
    const changed = new Set(settingNames.filter((name) => settings[name] !== agent[name]));
    // Agents have no description of their own; it belongs to the current version.
    if (
      body.description !== undefined &&
      (await updateVersionTexts(tx, orgId, agentId, agent.current_version_id, { description: body.description }))
    ) {
      changed.add('description');
    }
    if (changed.size === 0) return;
    await updateAgentSettings(tx, orgId, agentId, settings, new Date(databaseNow()));
    await audit(
      tx,
      caller,
      'agent.updated',
      agentId,
      Object.fromEntries([...changed].map((name) => [name, settings[name]])),
    );
  });
}

const settingNames = ['name', 'description', 'disable_cache', 'cache_failed_jobs', 'cache_max_age_seconds'] as const;
