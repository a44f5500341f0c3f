import type { Errand, Webhook } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { applyConnection, applySkillSet } from './apply-sources.ts';
import { applySchedule, applyTrigger } from './apply-starts.ts';
import { MASK } from './define-sources.ts';
import { type AgentDefinition, type PolicyDefinition, pathOf, type WebhookDefinition } from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';
import { replaceNames } from './references.ts';

// Carries out a plan, one thing after the other. What a step needs was created by one before it.

export async function applyStep(errand: Errand, organization: Organization, step: Step): Promise<void> {
  const { definition, slug } = step;
  if (definition.kind === 'connection') {
    organization.ids.set(`connection:${slug}`, await applyConnection(errand, organization, step, definition));
  } else if (definition.kind === 'skill_set') {
    organization.ids.set(`skill_set:${slug}`, await applySkillSet(errand, organization, step, definition));
  } else if (definition.kind === 'policy') {
    organization.ids.set(`policy:${slug}`, await applyPolicy(errand, organization, slug, definition));
  } else if (definition.kind === 'agent') {
    const resolved = replaceNames(definition, organization.ids);
    organization.ids.set(`agent:${slug}`, await applyAgent(errand, organization, step, resolved));
  } else if (definition.kind === 'schedule') {
    await applySchedule(errand, organization, step, replaceNames(definition, organization.ids));
  } else if (definition.kind === 'trigger') {
    await applyTrigger(errand, organization, step, replaceNames(definition, organization.ids));
  } else await applyWebhook(errand, organization, step, definition);
}

async function applyPolicy(errand: Errand, { policies }: Organization, slug: string, wanted: PolicyDefinition) {
  const { name, description = '', version_name = '', content } = wanted;
  const existing = policies.find((one) => one.slug === slug);
  if (existing === undefined) {
    return (await errand.policies.create({ name, description, content, ...(version_name && { version_name }) })).id;
  }
  const { policy, definition } = existing;
  if (definition.name !== name || definition.description !== description) {
    await errand.policies.update(policy.id, { name, description });
  }
  const isSame =
    JSON.stringify(definition.content) === JSON.stringify(content) && definition.version_name === version_name;
  if (!isSame) {
    const base = policy.current_version_id;
    await errand.policyVersions.create(policy.id, {
      content,
      ...(version_name && { version_name }),
      ...(base && { base_version_id: base }),
    });
  }
  return policy.id;
}

async function applyAgent(errand: Errand, { agents }: Organization, step: Step, wanted: AgentDefinition) {
  const { name, engine, version } = wanted;
  const content = {
    ...(version.name && { version_name: version.name }),
    ...(version.description && { description: version.description }),
    input_definitions: version.inputs,
    engine_config: version.config,
    ...(version.approval !== undefined && { approval: version.approval }),
  };
  const existing = agents.find((one) => one.slug === step.slug);
  if (existing !== undefined && existing.definition.engine !== engine) {
    throw new UsageError(`${pathOf(step)}: the engine of an agent never changes. Give it another file name.`);
  }
  if (existing === undefined && JSON.stringify(version.config ?? {}).includes(`"${MASK}"`)) {
    throw new UsageError(`${pathOf(step)}: it holds a masked secret (${MASK}). Use \${secret.NAME} instead.`);
  }
  let id = existing?.agent.id;
  if (id === undefined) {
    id = (await errand.agents.create({ name, engine_class_id: engine, ...content })).id;
    if (version.post_actions?.length)
      await errand.versions.create(id, { ...content, post_actions: version.post_actions });
  } else if (step.changes.some(({ path }) => path.startsWith('version'))) {
    await errand.versions.create(id, { ...content, post_actions: version.post_actions ?? [] });
  }
  const { disable_cache = false, cache_failed_jobs = false, tags = [] } = wanted;
  await errand.agents.update(id, { name, disable_cache, cache_failed_jobs });
  if (existing === undefined ? tags.length > 0 : step.changes.some(({ path }) => path.startsWith('tags'))) {
    await errand.agents.setTags(id, { tag_ids: await ensureTags(errand, tags) });
  }
  const { review_plan: plan } = wanted;
  if (plan && (existing === undefined || step.changes.some(({ path }) => path.startsWith('review_plan'))))
    await errand.reviews.setPlan(id, plan);
  return id;
}

async function ensureTags(errand: Errand, names: readonly string[]): Promise<string[]> {
  const existing = await errand.tags.list();
  const ids: string[] = [];
  for (const name of names) {
    const found = existing.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    ids.push((found ?? (await errand.tags.create({ name }))).id);
  }
  return ids;
}

async function applyWebhook(errand: Errand, { webhooks, ids }: Organization, step: Step, wanted: WebhookDefinition) {
  const existing = webhooks.find((one) => one.slug === step.slug);
  const { name, url, is_active = true, events = [], alerts = [], headers = [], agents = [] } = wanted;
  const body = { name, url, is_active, events, alerts };
  const kept = existing?.webhook.headers ?? {};
  const absent = headers.filter((header) => !(header in kept));
  if (absent.length > 0) {
    throw new UsageError(
      `${pathOf(step)}: the server has no value for the header ${absent.join(', ')}. Set it in the console first.`,
    );
  }
  const webhook: Webhook =
    existing === undefined
      ? await errand.webhooks.create(body)
      : await errand.webhooks.update(existing.webhook.id, {
          ...body,
          headers: Object.fromEntries(headers.map((header) => [header, kept[header]!])),
        });
  const linked = new Set(existing?.definition.agents ?? []);
  const added = agents.filter((slug) => !linked.has(slug)).map((slug) => ids.get(`agent:${slug}`)!);
  if (added.length > 0) await errand.webhooks.link(webhook.id, { agent_ids: added });
  for (const slug of linked) {
    if (!agents.includes(slug)) await errand.webhooks.unlink(webhook.id, ids.get(`agent:${slug}`)!);
  }
}
