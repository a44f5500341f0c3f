import type { ConnectionItem, Errand, SkillSet } from '@errand/sdk';
import type { ConnectionDefinition, SkillSetDefinition } from './definition.ts';

// Connections and skill sets as files. Secrets stay on the server.

/** The server returns this instead of a secret. Written back, it keeps the stored value. */
export const MASK = '********';

export async function defineConnection(errand: Errand, { id }: ConnectionItem): Promise<ConnectionDefinition> {
  const one = await errand.connections.get(id);
  const members = Object.entries(one.auth_config);
  return {
    kind: 'connection',
    name: one.name,
    type: one.connector_type,
    description: one.description,
    config: one.config as Record<string, unknown>,
    auth: Object.fromEntries(members.filter(([, value]) => value !== MASK)),
    secrets: members.flatMap(([name, value]) => (value === MASK ? [name] : [])).sort(),
    dynamic_inputs: one.dynamic_inputs,
  };
}

export async function defineSkillSet(errand: Errand, set: SkillSet): Promise<SkillSetDefinition> {
  const version = await errand.skills.getVersion(set.id);
  return {
    kind: 'skill_set',
    name: set.name,
    description: set.description,
    version_name: version.version_name,
    files: Object.fromEntries(version.files.map(({ relative_path, content }) => [relative_path, content])),
  };
}
