import type { Errand } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { MASK } from './define-sources.ts';
import { type ConnectionDefinition, pathOf, type SkillSetDefinition } from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';

// Applies the connections and skill sets of a plan. The functions return their ids.

export async function applyConnection(
  errand: Errand,
  { connections }: Organization,
  step: Step,
  { name, type, description = '', config, auth = {}, secrets = [], dynamic_inputs = {} }: ConnectionDefinition,
): Promise<string> {
  const existing = connections.find((one) => one.slug === step.slug);
  if (existing !== undefined && existing.definition.type !== type)
    throw new UsageError(`${pathOf(step)}: the type of a connection cannot change. Use another file name.`);
  const kept = Object.fromEntries(secrets.map((member) => [member, MASK]));
  const body = { name, description, config, auth_config: { ...auth, ...kept }, dynamic_inputs };
  if (existing !== undefined) return (await errand.connections.update(existing.connection.id, body)).id;
  return (await errand.connections.create({ connector_type: type, ...body })).id;
}

export async function applySkillSet(
  errand: Errand,
  { skills }: Organization,
  { slug }: Step,
  { name, description = '', version_name = '', files: wanted }: SkillSetDefinition,
): Promise<string> {
  const files = Object.entries(wanted).map(([relative_path, content]) => ({ relative_path, content }));
  const version = { files, ...(version_name && { version_name }) };
  const existing = skills.find((one) => one.slug === slug);
  if (existing === undefined) {
    const { id } = await errand.skills.create({ name, description });
    await errand.skills.createVersion(id, version);
    return id;
  }
  const { set, definition } = existing;
  if (definition.name !== name || definition.description !== description)
    await errand.skills.update(set.id, { name, description });
  const sorted = (of: Record<string, string>) => JSON.stringify(Object.entries(of).sort());
  if (sorted(definition.files) !== sorted(wanted) || definition.version_name !== version_name)
    await errand.skills.createVersion(set.id, { ...version, expected_current: set.current_version_id });
  return set.id;
}
