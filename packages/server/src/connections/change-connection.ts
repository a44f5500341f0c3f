import type {
  ConnectionCreateBody,
  ConnectionPolicy,
  ConnectionUpdateBody,
  Connector,
} from '@errand/contract/connections.ts';
import type { FieldErrors } from '@errand/contract/errors.ts';
import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import type { FindUses } from '#platform/domain.ts';
import { AppError, invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import type { SecretBox } from '#secrets/box.ts';
import { listSecretNames } from '#secrets/references.ts';
import { lockSecretNames } from '#secrets/store.ts';
import { areSame, keepMasked, maskAuth, openAuth, sealAuth } from './credentials.ts';
import { findInputProblems } from './dynamic-inputs.ts';
import type { Connectors } from './registry.ts';
import { endSignIn } from './sign-in/revoke.ts';
import {
  type ConnectionRow,
  type ConnectionValues,
  deleteConnectionRow,
  findConnectionByName,
  insertConnection,
  listWithConfig,
  lockConnection,
  lockConnections,
  updateConnection,
} from './store.ts';

export type ChangeDeps = { box: SecretBox; connectors: Connectors; uses: FindUses };

type Parts = {
  connectorType: string;
  config: Record<string, unknown>;
  auth: Record<string, unknown>;
  dynamicInputs: Record<string, string>;
  policy: ConnectionPolicy;
};

/** Returns the id of the new connection. */
export async function createConnection(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  body: ConnectionCreateBody,
): Promise<string> {
  const { orgId } = caller;
  refuseBlank({ name: body.name });
  const parts = {
    connectorType: body.connector_type,
    config: body.config,
    auth: body.auth_config ?? {},
    dynamicInputs: body.dynamic_inputs ?? {},
    policy: body.policy ?? {},
  };
  const connector = checkParts(deps.connectors, parts);
  const { auth, problems } = keepMasked(connector.auth_schema, parts.auth, {});
  if (problems.length > 0) throw invalidFields({ auth_config: problems });
  const id = newId();
  const values = await toValues(deps, orgId, { ...parts, auth }, { id, name: body.name, creatorId: caller.userId });
  await db.tx(async (tx) => {
    await lockConnections(tx, orgId);
    await refuseTaken(tx, orgId, id, values.name);
    await refuseSame(tx, deps, orgId, id, { ...parts, auth });
    await checkSecrets(tx, orgId, values.secretNames);
    await insertConnection(tx, orgId, { ...values, description: body.description ?? '' });
    await audit(tx, caller, 'connection.created', id, { name: body.name, connector_type: body.connector_type });
  });
  return id;
}

/** Changes a connection. Omitted members keep their values. */
export async function changeConnection(
  db: Transactor,
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  body: ConnectionUpdateBody,
): Promise<void> {
  const { orgId } = caller;
  refuseBlank({ name: body.name });
  await db.tx(async (tx) => {
    await lockConnections(tx, orgId);
    const row = await lockConnection(tx, orgId, id);
    if (row === undefined) throw notFound('connection');
    refuseMoved(row, body.expected_updated_at);
    const stored = await openStored(deps.box, row);
    const connector = deps.connectors.get(row.connector_type);
    const kept = keepMasked(connector.auth_schema, body.auth_config ?? stored, stored);
    if (kept.problems.length > 0) throw invalidFields({ auth_config: kept.problems });
    const parts = {
      connectorType: row.connector_type,
      config: body.config ?? row.config,
      auth: kept.auth,
      dynamicInputs: body.dynamic_inputs ?? row.dynamic_inputs,
      policy: body.policy ?? row.policy,
    };
    checkParts(deps.connectors, parts);
    const name = body.name ?? row.name;
    const values = await toValues(deps, orgId, parts, { id, name, creatorId: row.creator_id });
    const description = body.description ?? row.description;
    const changed = listChanges(row, stored, { ...parts, name, description });
    if (changed.length === 0) return;
    await refuseTaken(tx, orgId, id, name);
    await refuseSame(tx, deps, orgId, id, parts);
    await checkSecrets(tx, orgId, values.secretNames);
    await updateConnection(tx, orgId, { ...values, description });
    // Tokens are for one address and one registration.
    if (changed.includes('config') || changed.includes('auth_config'))
      await endSignIn(tx, deps.box, { orgId, connectionId: id });
    await audit(tx, caller, 'connection.updated', id, { name, changed });
  });
}

/** Refuses an edit that was based on an older state, because it would undo somebody else's change. */
function refuseMoved({ updated_at }: ConnectionRow, expected: string | undefined): void {
  if (expected !== undefined && updated_at.getTime() !== Date.parse(expected))
    throw new AppError('conflict', {
      detail: 'The connection was changed in the meantime. Read it again and repeat the change.',
    });
}

/** Deletes a connection. Throws if something still uses it. */
export async function deleteConnection(db: Transactor, deps: ChangeDeps, caller: Caller, id: string): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const row = await lockConnection(tx, orgId, id);
    if (row === undefined) throw notFound('connection');
    // Counted after the lock, so that an agent being created with this connection is included.
    const uses = await deps.uses.list(tx, orgId, id);
    if (uses.length > 0)
      throw new AppError('connection_in_use', {
        detail: `The connection is in use by ${[...new Set(uses.map((use) => `the ${use.kind} ${use.name}`))].slice(0, 5).join(', ')}.`,
        extra: { used_by: uses },
      });
    await endSignIn(tx, deps.box, { orgId, connectionId: id });
    await deleteConnectionRow(tx, orgId, id);
    await audit(tx, caller, 'connection.deleted', id, { name: row.name, connector_type: row.connector_type });
  });
}

/** Returns the connector if its type, configuration and credentials are valid; throws otherwise. */
export function checkParts(
  connectors: Connectors,
  { connectorType, config, auth, dynamicInputs, policy }: Parts,
): Connector {
  const connector = connectors.find(connectorType);
  if (connector === undefined) {
    const known = connectors.list().map(({ id }) => id);
    throw invalidFields({ connector_type: [`Unknown connector type. Must be one of: ${known.join(', ')}.`] });
  }
  const driver = connectors.findDriver(connectorType);
  if (driver === undefined) throw invalidFields({ connector_type: [connector.unavailable_reason!] });
  const fields: FieldErrors = {};
  const add = (name: string, messages: string[]): void => {
    if (messages.length > 0) fields[name] = [...(fields[name] ?? []), ...messages].slice(0, 10);
  };
  add('config', findProblems(connector.config_schema, config));
  add('auth_config', findProblems(connector.auth_schema, auth));
  add('policy', findProblems(connector.policy_schema, policy));
  if (Object.keys(fields).length === 0) {
    const own = driver.check?.(config, auth) ?? {};
    for (const [name, messages] of Object.entries(own)) add(name, [messages].flat());
    const placeholders = findInputProblems(connector.dynamic_input_fields, config, dynamicInputs);
    for (const [name, messages] of Object.entries(placeholders)) add(name, [messages].flat());
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return connector;
}

/** Long integers are parsed into objects, which a schema check alone would accept as JSON objects. */
const findProblems = (schema: unknown, value: unknown): string[] =>
  isJsonObject(value) ? findValueProblems(schema as never, value).map(describeProblem) : ['Must be of type object.'];

async function toValues(
  { box, connectors }: ChangeDeps,
  orgId: string,
  { connectorType, config, auth, dynamicInputs, policy }: Parts,
  { id, name, creatorId }: { id: string; name: string; creatorId: number | null },
): Promise<ConnectionValues> {
  return {
    id,
    connectorType,
    name,
    description: '',
    config,
    authConfig: maskAuth(connectors.get(connectorType).auth_schema, auth),
    sealed: await sealAuth(box, orgId, id, auth),
    secretNames: listSecretNames([config, auth]),
    dynamicInputs,
    policy,
    creatorId,
  };
}

async function refuseTaken(tx: Db, orgId: string, id: string, name: string): Promise<void> {
  const other = await findConnectionByName(tx, orgId, name);
  if (other !== undefined && other.id !== id) throw new AppError('connection_name_taken');
}

async function refuseSame(tx: Db, { box }: ChangeDeps, orgId: string, id: string, parts: Parts): Promise<void> {
  for (const row of await listWithConfig(tx, orgId, parts)) {
    // Credentials that cannot be decrypted cannot be compared. They must not block a new connection.
    const auth = row.id === id ? undefined : await openAuth(box, row).catch(() => undefined);
    if (auth !== undefined && areSame(auth, parts.auth))
      throw new AppError('connection_exists', { extra: { existing_connection: { id: row.id, name: row.name } } });
  }
}

async function checkSecrets(tx: Db, orgId: string, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const known = await lockSecretNames(tx, orgId, names);
  const missing = names.filter((name) => !known.includes(name));
  if (missing.length > 0)
    throw invalidFields({ auth_config: missing.map((name) => `There is no secret ${name} in this organization.`) });
}

export async function openStored(box: SecretBox, row: ConnectionRow): Promise<Record<string, unknown>> {
  try {
    return await openAuth(box, row);
  } catch (cause) {
    throw new AppError('connection_unreadable', { cause });
  }
}

/** Lists the names of the changed members for the audit log, never their values. */
function listChanges(
  row: ConnectionRow,
  stored: Record<string, unknown>,
  next: Parts & { name: string; description: string },
): string[] {
  return [
    row.name !== next.name ? 'name' : '',
    row.description !== next.description ? 'description' : '',
    areSame(row.config, next.config) ? '' : 'config',
    areSame(stored, next.auth) ? '' : 'auth_config',
    areSame(row.dynamic_inputs, next.dynamicInputs) ? '' : 'dynamic_inputs',
    areSame(row.policy, next.policy) ? '' : 'policy',
  ].filter((name) => name !== '');
}
