import type { Agent, Errand, Policy, Webhook } from '@errand/sdk';
import type { AgentDefinition, Defined, PolicyDefinition, WebhookDefinition } from './definition.ts';
import { replaceNames, withoutIds } from './references.ts';
import { assignSlugs } from './slugs.ts';

/** The organization as it is on the server, with the ids that changes need. */
export type Organization = {
  policies: (Defined<PolicyDefinition> & { policy: Policy })[];
  agents: (Defined<AgentDefinition> & { agent: Agent })[];
  webhooks: (Defined<WebhookDefinition> & { webhook: Webhook })[];
  /** From `policy:slug` and `agent:slug` to ids. */
  ids: Map<string, string>;
};

export async function readOrganization(errand: Errand): Promise<Organization> {
  const [policies, agents, webhooks] = await Promise.all([
    Array.fromAsync(errand.policies.list.all({ page_size: 100 })),
    Array.fromAsync(errand.agents.list.all({ page_size: 100, include_job_stats: false })),
    // What listens on somebody's machine is no configuration.
    errand.webhooks.list().then((found) => found.filter(({ url }) => !url.startsWith('errand-listener:'))),
  ]);
  const policySlugs = assignSlugs(policies);
  const agentSlugs = assignSlugs(agents);
  const webhookSlugs = assignSlugs(webhooks);
  const ids = new Map([
    ...policies.map((policy) => [`policy:${policySlugs.get(policy)!}`, policy.id] as const),
    ...agents.map((agent) => [`agent:${agentSlugs.get(agent)!}`, agent.id] as const),
  ]);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const read: Organization = { policies: [], agents: [], webhooks: [], ids };
  for (const policy of policies) {
    read.policies.push({ slug: policySlugs.get(policy)!, policy, definition: await definePolicy(errand, policy) });
  }
  for (const agent of agents) {
    const definition = replaceNames(await defineAgent(errand, agent), names);
    read.agents.push({ slug: agentSlugs.get(agent)!, agent, definition });
  }
  for (const webhook of webhooks) {
    const linked = (await errand.webhooks.agents(webhook.id)).map(({ id }) => names.get(id)!.slice('agent:'.length));
    read.webhooks.push({ slug: webhookSlugs.get(webhook)!, webhook, definition: defineWebhook(webhook, linked) });
  }
  return read;
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
    version: {
      name: version.version_name,
      description: version.description,
      inputs: version.input_definitions,
      config: version.engine_config,
      post_actions: version.post_actions,
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
