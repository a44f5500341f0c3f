import type { Role } from '@errand/contract/roles.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Actor, insertAudit } from './audit.ts';
import { ensureUser } from './users.ts';

// Organizations are the tenants. Every stored row belongs to one, and every store function takes its id.

export type Organization = {
  id: string;
  name: string;
  agents_enabled: boolean;
  /** null if unlimited. */
  credits: number | null;
  /** When the operator paused it, so that it starts no jobs. */
  paused_at: Date | null;
  /** Whether its agent cards are shown without a credential. */
  public_agent_cards: boolean;
  created_at: Date;
};

export type NewOrganization = {
  name: string;
  /** Unlimited if left out. */
  credits?: number | undefined;
  agentsEnabled?: boolean | undefined;
  /** A generated address if left out. Such an owner can hold keys but cannot sign in. */
  ownerEmail?: string | undefined;
  actor?: Actor;
};

/** Inserts the organization with its owner. The caller opens its credit account in the same transaction. */
export async function insertOrganization(tx: Db, given: NewOrganization): Promise<{ id: string; userId: number }> {
  const { name, credits, agentsEnabled = true, actor = 'operator' } = given;
  checkName(name);
  const id = newId();
  await tx.run('insert into organizations (id, name, agents_enabled) values ($1::uuid, $2::text, $3::boolean)', [
    id,
    name,
    agentsEnabled,
  ]);
  const madeUp = { email: `owner+${id.slice(-12)}@errand.local`, firstName: 'Owner' };
  const { user } = await ensureUser(tx, given.ownerEmail === undefined ? madeUp : { email: given.ownerEmail });
  await tx.run(`insert into memberships (org_id, user_id, role) values ($1::uuid, $2::int, 'owner')`, [id, user.id]);
  const detail = { name, credits: credits ?? null, agents_enabled: agentsEnabled, owner: user.email };
  await insertAudit(tx, actor, {
    orgId: id,
    action: 'organization.created',
    targetType: 'organization',
    targetId: id,
    detail,
  });
  return { id, userId: user.id };
}

const COLUMNS =
  'o.id, o.name, o.agents_enabled, case when c.limited then c.balance end as credits, o.paused_at, o.public_agent_cards, o.created_at';
const FROM = `
  from organizations o
  join credit_accounts c on c.org_id = o.id`;
const SELECT = `select ${COLUMNS} ${FROM}`;
const SELECT_WITH_ROLE = `select ${COLUMNS}, m.role ${FROM}`;

export async function findOrganization(db: Db, orgId: string): Promise<Organization | undefined> {
  const [row] = await db.query<Organization>(`${SELECT} where o.id = $1::uuid`, [orgId]);
  return row;
}

export async function getOrganization(db: Db, orgId: string): Promise<Organization> {
  const organization = await findOrganization(db, orgId);
  if (organization === undefined) throw notFound('organization');
  return organization;
}

/** Every organization of the installation, oldest first. */
export async function listOrganizations(db: Db): Promise<Organization[]> {
  return db.query<Organization>(`${SELECT} order by o.id`);
}

export async function listOrganizationsOfUser(
  db: Db,
  userId: number,
  page: { size: number; offset: number },
): Promise<{ count: number; rows: (Organization & { role: Role })[] }> {
  const [total] = await db.query<{ count: number }>(
    'select count(*) as count from memberships where user_id = $1::int and removed_at is null',
    [userId],
  );
  const rows = await db.query<Organization & { role: Role }>(
    `${SELECT_WITH_ROLE}
     join memberships m on m.org_id = o.id and m.user_id = $1::int and m.removed_at is null
     order by lower(o.name), o.id
     limit $2::int offset $3::bigint`,
    [userId, page.size, page.offset],
  );
  return { count: total!.count, rows };
}

export type OrganizationChanges = {
  name?: string | undefined;
  agentsEnabled?: boolean | undefined;
  publicAgentCards?: boolean | undefined;
};

/** To change credits, use `setCredits` and `grantCredits` of the credits domain. */
export async function updateOrganization(
  db: Transactor,
  orgId: string,
  changes: OrganizationChanges,
  actor: Actor,
): Promise<Organization> {
  const { name, agentsEnabled, publicAgentCards } = changes;
  if (name !== undefined) checkName(name);
  return db.tx(async (tx) => {
    const changed = await tx.run(
      `update organizations
       set name = coalesce($2::text, name), agents_enabled = coalesce($3::boolean, agents_enabled),
         public_agent_cards = coalesce($4::boolean, public_agent_cards)
       where id = $1::uuid`,
      [orgId, name ?? null, agentsEnabled ?? null, publicAgentCards ?? null],
    );
    if (changed === 0) throw notFound('organization');
    await insertAudit(tx, actor, {
      orgId,
      action: 'organization.updated',
      targetType: 'organization',
      targetId: orgId,
      detail: {
        ...(name !== undefined && { name }),
        ...(agentsEnabled !== undefined && { agents_enabled: agentsEnabled }),
        ...(publicAgentCards !== undefined && { public_agent_cards: publicAgentCards }),
      },
    });
    return getOrganization(tx, orgId);
  });
}

function checkName(name: string): void {
  if (name.trim() === '') throw invalidFields({ name: ['May not be blank.'] });
  if ([...name].length > 200) throw invalidFields({ name: ['May have at most 200 characters.'] });
}

/** Throws if agents are disabled. For endpoints that start jobs but are not under the path of agents. */
export async function checkAgentsFeature(system: Db, orgId: string): Promise<void> {
  const rows = await system.query<{ enabled: boolean }>(
    'select agents_enabled as enabled from organizations where id = $1',
    [orgId],
  );
  if (!rows[0]?.enabled) throw new AppError('feature_disabled');
}
