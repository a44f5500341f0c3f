import type { PostAction } from '@errand/contract/agents.ts';
import type { FieldErrors } from '@errand/contract/errors.ts';
import { findDeliveryProblems } from '#connections/deliveries/find-problems.ts';
import type { Connectors } from '#connections/registry.ts';
import { lockConnectionRefs } from '#connections/store.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { isJsonObject } from '#platform/json.ts';
import type { SecretRules } from './secret-config.ts';

// Resolves the connections that a version uses: in `connections` of its configuration, by name or id, and in its post
// actions, by id. They are resolved when the version is created, so a connection can be renamed, but not deleted while
// a version uses it.

const KEY = 'connections';

type Given = {
  engine: SecretRules;
  config: Record<string, unknown>;
  /** Undefined keeps those of the version before. */
  postActions?: PostAction[] | undefined;
  /** The references of the version before, and whether its configuration stays. */
  kept?: { refs: Record<string, string>; config: boolean; postActions: PostAction[] };
};

export async function resolveConnections(
  tx: Db,
  connectors: Connectors | undefined,
  orgId: string,
  { engine, config, postActions, kept }: Given,
): Promise<Record<string, string>> {
  const names = listConnectionNames(engine, config);
  // Resolved references keep their meaning, even if the connection was renamed.
  const known = Object.fromEntries(
    Object.entries(kept?.refs ?? {}).filter(([name]) => kept!.config && names.includes(name)),
  );
  const keptActions = postActions === undefined ? (kept?.postActions ?? []).map((action) => action.connection_id) : [];
  const actionIds = (postActions ?? []).map((action) => action.connection_id.toLowerCase());
  const asked = [...names.filter((name) => known[name] === undefined), ...actionIds];
  const found =
    asked.length + keptActions.length === 0 ? [] : await lockConnectionRefs(tx, orgId, [...asked, ...keptActions]);
  const find = (reference: string) =>
    found.find(({ id }) => id === reference) ?? found.find(({ name }) => name === reference);
  const fields: FieldErrors = {};
  const refs: Record<string, string> = { ...known };
  const missing = names.filter((name) => {
    if (refs[name] !== undefined) return false;
    const one = find(name);
    if (one !== undefined) refs[name] = one.id;
    return one === undefined;
  });
  if (missing.length > 0)
    fields.engine_config = missing.map((name) => `There is no connection '${name}' in this organization.`);
  const problems = (postActions ?? []).flatMap((action) =>
    findActionProblems(connectors, action, find(action.connection_id.toLowerCase())),
  );
  if (problems.length > 0) fields.post_actions = problems;
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  for (const id of [...actionIds, ...keptActions]) if (find(id) !== undefined) refs[id] = id;
  return refs;
}

function listConnectionNames({ configSchema }: SecretRules, config: Record<string, unknown>): string[] {
  const own = ((configSchema?.properties ?? {}) as Record<string, { type?: unknown; items?: unknown }>)[KEY];
  // An engine of a module may use this key for something else.
  if (own !== undefined && !JSON.stringify(own).includes('"connection"')) return [];
  const given = config[KEY];
  if (!Array.isArray(given)) return [];
  const names = given.map((entry) => (isJsonObject(entry) ? entry.connection : entry));
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

function findActionProblems(
  connectors: Connectors | undefined,
  { name, operation, param_mappings: given }: PostAction,
  connection: { connector_type: string } | undefined,
): string[] {
  if (connection === undefined) return [`'${name}': there is no connection with this id in this organization.`];
  const wanted = { connectorType: connection.connector_type, operation, given };
  return findDeliveryProblems(connectors, wanted).map((problem) => `'${name}': ${problem}`);
}
