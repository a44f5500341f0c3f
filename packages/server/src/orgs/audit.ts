import type { Actor as CausedBy } from '@errand/contract/actors.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { type Link, toPublic } from './actor.ts';
import { findCause } from './causes.ts';

/** A credential of the organization, or the operator commands. */
export type Actor = Caller | 'operator';

/** Who did something. People need no organization for changes of their own account. */
export type Author = Pick<Caller, 'userId' | 'keyId'> | 'operator';

export type AuditEntry = {
  orgId: string;
  /** Thing and past tense: `agent.created`, `api_key.revoked`. */
  action: string;
  targetType: string;
  targetId: string;
  detail?: Record<string, unknown>;
  /** Leaves out what led to it, where that would tell what the entry hides. */
  hidesCause?: true;
};

/**
 * Writes an entry. Call it in the transaction of the change it records, so that neither exists without the other. If no
 * request but a job or other work did it, its detail has what led to it (`caused_by`, nearest first).
 */
export async function insertAudit(tx: Db, actor: Author, entry: AuditEntry): Promise<void> {
  const { userId, keyId } = actor === 'operator' ? { userId: null, keyId: null } : actor;
  if (actor !== 'operator') await claimFor(actor)?.(tx);
  const cause = entry.hidesCause ? [] : toPublic(await findCause(tx));
  const detail = cause.length === 0 ? entry.detail : { ...entry.detail, caused_by: cause };
  await tx.run(
    `insert into audit_log (id, org_id, actor_user_id, actor_key_id, action, target_type, target_id, detail)
     values ($1::uuid, $2::uuid, $3::int, $4::uuid, $5::text, $6::text, $7::text, $8::json)`,
    [
      newId(),
      entry.orgId,
      userId,
      keyId,
      entry.action,
      entry.targetType,
      entry.targetId,
      detail === undefined ? null : JSON.stringify(detail),
    ],
  );
}

/** A part of a statement: an entry of the service itself for each row of `source`, with the columns that are given. */
export const auditRows = (
  source: string,
  { action, targetType, targetId, detail }: Record<'action' | 'targetType' | 'targetId' | 'detail', string>,
): string => `
  audited as (
    insert into audit_log (id, org_id, action, target_type, target_id, detail)
    select errand_new_id(clock_timestamp()), org_id, '${action}', '${targetType}', ${targetId}, ${detail} from ${source}
  )`;

const VALUE_CHARACTERS_MAX = 2_000;

/** Returns the members that changed, before and after, for the detail of an entry. Never give it secrets. */
export function changedMembers<T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (from: T) => Object.fromEntries(changed.map((name) => [name, shortened(from[name])]));
  return { before: pick(before), after: pick(after) };
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= VALUE_CHARACTERS_MAX ? (value ?? null) : `${text.slice(0, VALUE_CHARACTERS_MAX)}…`;
}

/** Writes an entry of a caller's organization. The type of the target is the first part of the action. */
export const audit = (
  tx: Db,
  caller: Caller,
  action: string,
  targetId: string,
  detail?: Record<string, unknown>,
): Promise<void> =>
  insertAudit(tx, caller, {
    orgId: caller.orgId,
    action,
    targetType: action.slice(0, action.indexOf('.')),
    targetId,
    ...(detail && { detail }),
  });

export type AuditRow = {
  id: string;
  at: Date;
  actor_user_id: number | null;
  actor_email: string | null;
  actor_key_id: string | null;
  actor_key: { name: string; personal: boolean } | null;
  action: string;
  target_type: string;
  target_id: string;
  detail: Record<string, unknown> | null;
  /** The position in the chain, or null if the entry is not in it yet. */
  seq: number | null;
  previous_hash: string | null;
  hash: string | null;
};

/** What led to an entry, nearest first. Entries of cases whose actor has no column name it in `by`. */
export function causeOf({ detail }: Pick<AuditRow, 'detail'>): Link[] {
  const { by, caused_by: cause } = (detail ?? {}) as { by?: CausedBy; caused_by?: Link[] };
  const links = Array.isArray(cause) ? cause : [];
  // Changes of tables name the kind of statement.
  if (typeof by !== 'object' || by === null || !Array.isArray(by.chain)) return links;
  const { chain, ...itself } = by;
  return [itself, ...chain, ...links];
}

export type AuditFilter = {
  action?: string | undefined;
  targetId?: string | undefined;
  /** Inclusive bounds. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Newest first. */
export async function listAudit(db: Db, orgId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditRow>> {
  const filters = [orgId, filter.action ?? null, filter.targetId ?? null, filter.from ?? null, filter.to ?? null];
  return listPage<AuditRow>(db, {
    columns: `a.id, a.at, a.actor_user_id, u.email as actor_email, a.actor_key_id,
            case when k.id is not null then json_build_object('name', k.name, 'personal', k.personal) end as actor_key, a.action, a.target_type, a.target_id,
            a.detail, a.seq, a.previous_hash, a.hash`,
    from: 'audit_log a',
    joins: 'left join users u on u.id = a.actor_user_id left join api_keys k on k.id = a.actor_key_id',
    where: `a.org_id = $1::uuid ${WHERE}`,
    order: 'a.id desc',
    values: filters,
    page,
  });
}

// Stored times have microseconds, shown ones milliseconds: the upper bound includes its whole millisecond.
const WHERE = `
  and ($2::text is null or a.action = $2::text)
  and ($3::text is null or a.target_id = $3::text)
  and ($4::timestamptz is null or a.at >= $4::timestamptz)
  and ($5::timestamptz is null or a.at < $5::timestamptz + interval '1 millisecond')`;
