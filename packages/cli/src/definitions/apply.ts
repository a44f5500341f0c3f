import type { Errand, Webhook } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { applyEvaluationSet, applyGate, applyWorksheet } from './apply-checks.ts';
import {
  applyCaseQueue,
  applyPlaybook,
  applyReportTemplate,
  applyScreeningList,
  applyScreeningWatch,
} from './apply-desk.ts';
import { applyConnection, applySkillSet } from './apply-sources.ts';
import { applySchedule, applyTrigger } from './apply-starts.ts';
import { type ApplyOptions, addAgentVersion, addPolicyVersion, agentContent } from './apply-versions.ts';
import { MASK } from './define-sources.ts';
import {
  type AgentDefinition,
  type Definition,
  kindOf,
  type PolicyDefinition,
  pathOf,
  type WebhookDefinition,
} from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';
import { replaceNames } from './references.ts';

// Applies a plan step by step. Earlier steps create what later ones need.

/** What was made or changed: its id, if others refer to it, and what the user should know. */
type Applied = { id: string; note?: string | undefined };
type Applier<K extends Definition['kind']> = (
  errand: Errand,
  organization: Organization,
  step: Step,
  wanted: Extract<Definition, { kind: K }>,
  options: ApplyOptions,
) => Promise<unknown>;

const appliers: { [K in Definition['kind']]: Applier<K> } = {
  connection: applyConnection,
  skill_set: applySkillSet,
  policy: applyPolicy,
  agent: applyAgent,
  webhook: applyWebhook,
  schedule: applySchedule,
  playbook: applyPlaybook,
  report_template: applyReportTemplate,
  screening_list: applyScreeningList,
  case_queue: applyCaseQueue,
  screening_watch: applyScreeningWatch,
  trigger: applyTrigger,
  evaluation_set: applyEvaluationSet,
  gate: applyGate,
  worksheet: applyWorksheet,
};

/** Returns what the user should know about the step, if anything. */
export async function applyStep(
  errand: Errand,
  organization: Organization,
  step: Step,
  options: ApplyOptions,
): Promise<string | undefined> {
  const { definition, slug } = step;
  const { ids } = organization;
  const { takesIds, isReferred } = kindOf(definition.kind);
  const apply = appliers[definition.kind] as Applier<Definition['kind']>;
  const wanted = takesIds ? replaceNames(definition, ids) : definition;
  const applied = await apply(errand, organization, step, wanted, options);
  const { id, note } = typeof applied === 'string' ? { id: applied } : ((applied ?? {}) as Partial<Applied>);
  if (isReferred) ids.set(`${definition.kind}:${slug}`, id!);
  return note;
}

async function applyPolicy(
  errand: Errand,
  { policies }: Organization,
  step: Step,
  wanted: PolicyDefinition,
  options: ApplyOptions,
): Promise<Applied> {
  const { name, description = '', version_name = '', content } = wanted;
  const existing = policies.find((one) => one.slug === step.slug);
  if (existing === undefined) {
    return errand.policies.create({ name, description, content, ...(version_name && { version_name }) });
  }
  const { policy, definition } = existing;
  const { id } = policy;
  if (definition.name !== name || definition.description !== description) {
    await errand.policies.update(id, { name, description });
  }
  const isSame =
    JSON.stringify(definition.content) === JSON.stringify(content) && definition.version_name === version_name;
  if (isSame) return { id };
  return { id, note: await addPolicyVersion(errand, step, policy, { content, version_name }, options) };
}

async function applyAgent(
  errand: Errand,
  { agents }: Organization,
  step: Step,
  wanted: AgentDefinition,
  options: ApplyOptions,
): Promise<Applied> {
  const { name, engine, version } = wanted;
  const existing = agents.find((one) => one.slug === step.slug);
  if (existing !== undefined && existing.definition.engine !== engine) {
    throw new UsageError(`${pathOf(step)}: the engine of an agent cannot change. Use another file name.`);
  }
  if (existing === undefined && JSON.stringify(version.config ?? {}).includes(`"${MASK}"`)) {
    throw new UsageError(`${pathOf(step)}: it contains a masked secret (${MASK}). Use \${secret.NAME} instead.`);
  }
  let id = existing?.agent.id;
  let note: string | undefined;
  if (id === undefined) {
    const content = agentContent(version);
    id = (await errand.agents.create({ name, engine_class_id: engine, ...content })).id;
    if (version.post_actions?.length)
      await errand.versions.create(id, { ...content, post_actions: version.post_actions });
  } else if (step.changes.some(({ path }) => path.startsWith('version'))) {
    note = await addAgentVersion(errand, step, existing!.agent, version, options);
  }
  const { disable_cache = false, cache_failed_jobs = false, tags = [] } = wanted;
  await errand.agents.update(id, { name, disable_cache, cache_failed_jobs });
  if (existing === undefined ? tags.length > 0 : step.changes.some(({ path }) => path.startsWith('tags'))) {
    await errand.agents.setTags(id, { tag_ids: await ensureTags(errand, tags) });
  }
  const { review_plan: plan } = wanted;
  if (plan && (existing === undefined || step.changes.some(({ path }) => path.startsWith('review_plan'))))
    await errand.reviews.setPlan(id, plan);
  return { id, note };
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
