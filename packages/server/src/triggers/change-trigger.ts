import { createHash, randomBytes } from 'node:crypto';
import type { TriggerCreateBody, TriggerUpdateBody } from '@errand/contract/triggers.ts';
import type { Static } from 'typebox';
import { findLink, withEditor } from '#orgs/actor.ts';
import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import type { SecretBox } from '#secrets/box.ts';
import type { AlertDoor } from './alert-door.ts';
import { MASK, type Verify } from './model.ts';
import { checkSettings } from './rules.ts';
import {
  countTriggers,
  deleteTrigger,
  insertTrigger,
  lockTrigger,
  sealedSecret,
  sealedToken,
  type TriggerRow,
  type TriggerSettings,
  updateTrigger,
} from './store.ts';

type CreateBody = Static<typeof TriggerCreateBody>;
type UpdateBody = Static<typeof TriggerUpdateBody>;
export type ChangeDeps = {
  database: Database;
  alertDoor: AlertDoor;
  box: SecretBox;
  /** Returns why a storage trigger cannot watch this connection, if so. */
  findConnectionProblem(orgId: string, connectionId: string): Promise<string | undefined>;
};

export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Completes the settings, and drops those that do not belong to the kind. */
function whole(body: CreateBody): TriggerSettings {
  const { kind } = body;
  const verify: Verify = {
    kind: body.verify?.kind ?? 'none',
    header: body.verify?.header ?? null,
    prefix: body.verify?.prefix ?? null,
  };
  return {
    name: body.name,
    kind,
    agent_id: body.agent_id?.toLowerCase() ?? null,
    case_queue_id: body.case_queue_id?.toLowerCase() ?? null,
    agent_version_id: body.agent_version_id?.toLowerCase() ?? null,
    mapping: body.mapping ?? {},
    condition: body.condition ?? null,
    enabled: body.enabled ?? true,
    verify: kind === 'http' ? verify : null,
    id_header: kind === 'http' ? (body.id_header ?? null) : null,
    source_agent_id: kind === 'agent' ? (body.source_agent_id?.toLowerCase() ?? null) : null,
    statuses: kind === 'agent' ? (body.statuses ?? ['succeeded']) : null,
    connection_id: kind === 'storage' ? (body.connection_id?.toLowerCase() ?? null) : null,
    prefix: kind === 'storage' ? (body.prefix ?? '') : null,
  };
}

export async function createTrigger(deps: ChangeDeps, caller: Caller, body: CreateBody): Promise<string> {
  const { database, box } = deps;
  const { orgId } = caller;
  const settings = whole(body);
  const secret = newSecretOf(body, settings) ?? null;
  await check(deps, orgId, { settings, secret, withAgents: true });
  const id = newId();
  const token = settings.kind === 'http' ? newToken() : null;
  const sealed = {
    token_sealed: token && (await box.seal(sealedToken.at({ org_id: orgId, id }), token)),
    secret_sealed: secret && (await box.seal(sealedSecret.at({ org_id: orgId, id }), secret)),
  };
  await database.tenant(orgId).tx(async (tx) => {
    if ((await countTriggers(tx, orgId)) >= limits.triggers)
      throw new AppError('invalid_request', {
        detail: `The organization already has ${limits.triggers} triggers, which is the limit.`,
      });
    await insertTrigger(tx, orgId, {
      ...settings,
      ...sealed,
      id,
      token_hash: token && hashToken(token),
      created_by: caller.userId,
      editors: [await findLink(tx, caller)],
      now: new Date(databaseNow()),
    });
    await audit(tx, caller, 'trigger.created', id, { name: settings.name, kind: settings.kind });
  });
  return id;
}

export const replaceTrigger = (deps: ChangeDeps, caller: Caller, id: string, body: CreateBody): Promise<void> =>
  change(deps, caller, id, body, () => whole(body));

export const patchTrigger = (deps: ChangeDeps, caller: Caller, id: string, body: UpdateBody): Promise<void> =>
  change(deps, caller, id, body, (before) => whole({ ...before, ...withoutOtherTarget(body), ...body }));

/** Whoever names a new target gives up the other one. */
const withoutOtherTarget = ({ agent_id: agent, case_queue_id: queue }: UpdateBody): UpdateBody => ({
  ...(typeof agent === 'string' && { case_queue_id: null }),
  ...(typeof queue === 'string' && { agent_id: null, agent_version_id: null }),
});

async function change(
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  body: UpdateBody,
  settingsOf: (before: TriggerSettings) => TriggerSettings,
): Promise<void> {
  const { orgId } = caller;
  await deps.database.tenant(orgId).tx(async (tx) => {
    const before = await lockTrigger(tx, orgId, id);
    if (before === undefined) throw notFound('trigger');
    if (body.kind !== undefined && body.kind !== before.kind)
      throw invalidFields({ kind: [`A trigger keeps its kind, which is ${before.kind}. Create another trigger.`] });
    const after = settingsOf(before);
    const given = newSecretOf(body, after);
    const kept = after.verify?.kind === 'none' ? null : before.secret_sealed;
    const changed = settingNames.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    // Settings that were accepted are not checked again: a new name must not fail because an agent is gone.
    const withAgents = (after.enabled && !before.enabled) || changed.some((name) => agentNames.includes(name));
    await check(deps, orgId, { settings: after, secret: given ?? (kept === null ? null : true), withAgents });
    const sealed = given === undefined ? kept : await deps.box.seal(sealedSecret.at({ org_id: orgId, id }), given);
    const editors = withEditor(before.editors, await findLink(tx, caller));
    await updateTrigger(tx, orgId, { ...after, id, secret_sealed: sealed, editors, now: new Date(databaseNow()) });
    const fields = given === undefined ? changed : [...changed, 'secret'];
    await audit(tx, caller, 'trigger.updated', id, {
      fields,
      ...changedMembers<TriggerSettings>(before, after, changed),
    });
  });
}

async function check(
  { database, findConnectionProblem, alertDoor }: ChangeDeps,
  orgId: string,
  given: { settings: TriggerSettings; secret: string | true | null; withAgents: boolean },
): Promise<void> {
  await checkSettings({ system: database.system, orgId, alertDoor, ...given });
  const { kind, connection_id: connectionId } = given.settings;
  if (kind !== 'storage' || !given.withAgents) return;
  const problem = await findConnectionProblem(orgId, connectionId!);
  if (problem !== undefined) throw invalidFields({ connection_id: [problem] });
}

/** Returns undefined if no secret was given, or the mask, which keeps the current one. */
function newSecretOf(body: UpdateBody, { verify }: TriggerSettings): string | undefined {
  const secret = body.verify?.secret;
  return verify === null || verify.kind === 'none' || secret === MASK ? undefined : (secret ?? undefined);
}

const agentNames: (keyof TriggerSettings)[] = [
  'agent_id',
  'case_queue_id',
  'agent_version_id',
  'mapping',
  'source_agent_id',
  'connection_id',
];
const settingNames: (keyof TriggerSettings)[] = [
  'name',
  ...agentNames,
  'condition',
  'enabled',
  'verify',
  'id_header',
  'statuses',
  'prefix',
];

export async function removeTrigger({ database }: ChangeDeps, caller: Caller, { id, name }: TriggerRow): Promise<void> {
  await database.tenant(caller.orgId).tx(async (tx) => {
    if (!(await deleteTrigger(tx, caller.orgId, id))) throw notFound('trigger');
    await audit(tx, caller, 'trigger.deleted', id, { name });
  });
}
