import type {
  Agent,
  AgentVersion,
  ConnectionItem,
  Errand,
  Policy,
  Schedule,
  SkillSet,
  Trigger,
  Webhook,
} from '@errand/sdk';
import { type Checks, readChecks } from './define-checks.ts';
import { type Desk, readDesk } from './define-desk.ts';
import { defineConnection, defineSkillSet } from './define-sources.ts';
import { defineSchedule, defineTrigger } from './define-starts.ts';
import type {
  AgentDefinition,
  ConnectionDefinition,
  Defined,
  PolicyDefinition,
  ScheduleDefinition,
  SkillSetDefinition,
  TriggerDefinition,
  WebhookDefinition,
} from './definition.ts';
import { kinds } from './definition.ts';
import { type References, replaceNames, withoutIds } from './references.ts';
import { assignSlugs } from './slugs.ts';

/** The organization as it is on the server, with the ids that are needed for changes. */
export type Organization = {
  connections: (Defined<ConnectionDefinition> & { connection: ConnectionItem })[];
  skills: (Defined<SkillSetDefinition> & { set: SkillSet })[];
  policies: (Defined<PolicyDefinition> & { policy: Policy })[];
  agents: (Defined<AgentDefinition> & { agent: Agent })[];
  webhooks: (Defined<WebhookDefinition> & { webhook: Webhook })[];
  schedules: (Defined<ScheduleDefinition> & { schedule: Schedule })[];
  triggers: (Defined<TriggerDefinition> & { trigger: Trigger })[];
  /** Maps `policy:slug`, `agent:slug` and so on to ids. */
  ids: Map<string, string>;
} & Checks &
  Desk;

export async function readOrganization(errand: Errand): Promise<Organization> {
  const [policies, agents, webhooks, schedules, triggers, connections, skills, bases] = await Promise.all([
    Array.fromAsync(errand.policies.list.all({ page_size: 100 })),
    Array.fromAsync(errand.agents.list.all({ page_size: 100, include_job_stats: false })),
    // Temporary webhooks of listeners are not configuration.
    errand.webhooks.list().then((found) => found.filter(({ url }) => !url.startsWith('errand-listener:'))),
    Array.fromAsync(errand.schedules.list.all({ page_size: 100 })),
    Array.fromAsync(errand.triggers.list.all({ page_size: 100 })),
    Array.fromAsync(errand.connections.list.all({ page_size: 100 })),
    Array.fromAsync(errand.skills.list.all({ page_size: 100 })),
    Array.fromAsync(errand.knowledge.list.all({ page_size: 100 })),
  ]);
  // Knowledge bases have no files, but agents refer to them.
  const named = bases.map((base) => ({ ...base, name: base.name || base.company }));
  const slugs = new Map<object, string>();
  const ids = new Map<string, string>();
  for (const [kind, items] of Object.entries({
    policy: policies,
    agent: agents,
    connection: connections,
    skill_set: skills,
    knowledge_base: named,
    webhook: webhooks,
    schedule: schedules,
    trigger: triggers,
  })) {
    for (const [item, slug] of assignSlugs<{ id: string; name: string; created_at: string }>(items)) {
      slugs.set(item, slug);
      if (!['webhook', 'schedule', 'trigger'].includes(kind)) ids.set(`${kind}:${slug}`, item.id);
    }
  }
  const slugOf = (item: object): string => slugs.get(item)!;
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const read: Organization = {
    connections: [],
    skills: [],
    policies: [],
    agents: [],
    webhooks: [],
    schedules: [],
    triggers: [],
    ids,
    ...(await readDesk(errand, names, ids)),
    ...(await readChecks(errand, names, ids)),
  };
  for (const connection of connections) {
    const definition = await defineConnection(errand, connection);
    read.connections.push({ slug: slugOf(connection), connection, definition });
  }
  for (const set of skills) {
    read.skills.push({ slug: slugOf(set), set, definition: await defineSkillSet(errand, set) });
  }
  for (const policy of policies) {
    read.policies.push({ slug: slugOf(policy), policy, definition: await definePolicy(errand, policy) });
  }
  for (const agent of agents) {
    const definition = replaceNames(await defineAgent(errand, agent), names);
    read.agents.push({ slug: slugOf(agent), agent, definition });
  }
  for (const webhook of webhooks) {
    const linked = (await errand.webhooks.agents(webhook.id)).map(({ id }) => names.get(id)!.slice('agent:'.length));
    read.webhooks.push({ slug: slugOf(webhook), webhook, definition: defineWebhook(webhook, linked) });
  }
  // Schedules and triggers of deleted agents stay off forever.
  const known = await withVersionNames(errand, names, [...schedules, ...triggers]);
  for (const schedule of schedules.filter(({ agent_id }) => names.has(agent_id))) {
    const definition = defineSchedule(schedule, known);
    read.schedules.push({ slug: slugOf(schedule), schedule, definition });
  }
  const isKept = ({ agent_id, case_queue_id, source_agent_id }: Trigger): boolean =>
    names.has((agent_id ?? case_queue_id)!) && (source_agent_id === null || names.has(source_agent_id));
  for (const trigger of triggers.filter(isKept)) {
    const definition = defineTrigger(trigger, known);
    read.triggers.push({ slug: slugOf(trigger), trigger, definition });
  }
  return read;
}

type Pinned = { agent_id: string | null; agent_version_id: string | null };

/** Adds the names of the versions that schedules and triggers are pinned to. */
async function withVersionNames(errand: Errand, names: References, starts: Pinned[]): Promise<References> {
  const known = new Map(names);
  for (const { agent_id: agentId, agent_version_id: id } of starts) {
    if (id === null || agentId === null || known.has(id) || !names.has(agentId)) continue;
    const versions = await listVersions(errand, agentId);
    const { version_name: name } = versions.find((one) => one.id === id)!;
    // The newest version gets the name. Others are referred to by id, which only works on this server.
    known.set(id, versions.find((one) => one.version_name === name)!.id === id ? name : id);
  }
  return known;
}

/** Lists definitions in the order in which they are applied. Dependencies come first. */
export const listDefined = (organization: Organization): Defined[] =>
  Object.values(kinds).flatMap(({ list }): Defined[] => organization[list]);

/** Lists versions, newest first. */
export async function listVersions(errand: Errand, agentId: string): Promise<AgentVersion[]> {
  const found = await errand.versions.list(agentId);
  return Array.isArray(found) ? found : found.results;
}

async function definePolicy(errand: Errand, policy: Policy): Promise<PolicyDefinition> {
  const version =
    policy.current_version_id === null ? null : await errand.policyVersions.get(policy.current_version_id);
  return {
    kind: 'policy',
    name: policy.name,
    description: policy.description,
    version_name: version?.version_name ?? '',
    content: withoutIds(version?.content ?? {}),
  };
}

async function defineAgent(errand: Errand, agent: Agent): Promise<AgentDefinition> {
  const version = await errand.versions.current(agent.id);
  return {
    kind: 'agent',
    name: agent.name,
    engine: agent.engine_class_id,
    disable_cache: agent.disable_cache,
    cache_failed_jobs: agent.cache_failed_jobs,
    tags: agent.tags.map(({ name }) => name).sort(),
    review_plan: await errand.reviews.getPlan(agent.id),
    version: {
      name: version.version_name,
      description: version.description,
      inputs: version.input_definitions,
      config: version.engine_config,
      post_actions: version.post_actions,
      approval: version.approval,
    },
  };
}

const defineWebhook = (webhook: Webhook, agents: string[]): WebhookDefinition => ({
  kind: 'webhook',
  name: webhook.name,
  url: webhook.url,
  is_active: webhook.is_active,
  events: webhook.events,
  alerts: webhook.alerts,
  headers: Object.keys(webhook.headers).sort(),
  agents: agents.sort(),
});
