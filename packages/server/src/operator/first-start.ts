import { createAgent } from '#agents/create-agent.ts';
import { createOrganization } from '#credits/create-organization.ts';
import { createEngineRegistry } from '#engines/registry.ts';
import { findOrganizationOpenedBy, findOwnerOfKey, insertApiKey } from '#orgs/api-keys.ts';
import { createSignInLink } from '#orgs/sign-in-links.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { readCredentials, writeCredentials } from './credentials.ts';
import { lockForFilling, within } from './transactions.ts';

// The first start creates everything that a new user needs: an organization, a key and a working agent.

/** A valid key. `made`: just created, so this is the only time to show it. */
export type Access = {
  apiKey: string;
  origin: 'made' | 'kept' | 'given';
  /** The sample agent, unless it was deleted or belongs to another organization. */
  agentId: string | undefined;
};

type Options = { dataDir: string; bootstrapApiKey: string | undefined };

const MARK = 'first_start';

/**
 * Runs in one transaction under a lock: if processes start at the same time, one does the work, and a killed one leaves
 * nothing half done. The key is written to disk before the commit. After a kill in between, the file names a key that
 * never existed, and the next start replaces it; in the other order, the only copy of a valid key could be lost.
 */
export async function ensureFirstStart(
  db: Transactor,
  { dataDir, bootstrapApiKey }: Options,
): Promise<Access | undefined> {
  return db.tx(async (tx) => {
    await lockForFilling(tx);
    if (!(await isFirstStart(tx, bootstrapApiKey))) return undefined;
    const { id: orgId, userId } = await createOrganization(within(tx), { name: 'Default' });
    const key = await insertApiKey(within(tx), {
      orgId,
      userId,
      role: 'admin',
      name: bootstrapApiKey === undefined ? 'First key' : 'ERRAND_BOOTSTRAP_API_KEY',
      apiKey: bootstrapApiKey,
    });
    const caller = { orgId, userId, keyId: key.id, role: 'admin', via: 'service' } as const;
    const agentId = await createAgent(within(tx), { engines: createEngineRegistry([]) }, caller, sampleAgent);
    await tx.run(
      `insert into installation (name, value) values ($1::text, $2::text)
       on conflict (name) do update set value = excluded.value`,
      [MARK, agentId],
    );
    const saved = writeCredentials(dataDir, { organization_id: orgId, api_key: key.apiKey });
    // The operator knows a given key, so the file is only a convenience.
    await (bootstrapApiKey === undefined ? saved : saved.catch(() => undefined));
    return { apiKey: key.apiKey, origin: bootstrapApiKey === undefined ? 'made' : 'given', agentId };
  });
}

/** Returns a valid key of this installation at later starts, or undefined if this machine has none. */
export async function findAccess(db: Db, { dataDir, bootstrapApiKey }: Options): Promise<Access | undefined> {
  const saved = await readCredentials(dataDir);
  const known: Omit<Access, 'agentId'>[] = [];
  if (saved !== undefined) known.push({ apiKey: saved.api_key, origin: 'kept' });
  if (bootstrapApiKey !== undefined) known.push({ apiKey: bootstrapApiKey, origin: 'given' });
  for (const access of known) {
    const orgId = await findOrganizationOpenedBy(db, access.apiKey);
    if (orgId !== undefined) return { ...access, agentId: await findSampleAgent(db, orgId) };
  }
  return undefined;
}

/**
 * Tells whether ERRAND_BOOTSTRAP_API_KEY has no effect. Only the first start reads it, and an operator who changes it
 * later may believe that it works.
 */
export async function isIgnoredKey(db: Db, { bootstrapApiKey }: Pick<Options, 'bootstrapApiKey'>): Promise<boolean> {
  return bootstrapApiKey !== undefined && (await findOrganizationOpenedBy(db, bootstrapApiKey)) === undefined;
}

/**
 * Returns the code of a sign-in link for the terminal. There is none for a key from ERRAND_BOOTSTRAP_API_KEY: the
 * output of such a server goes to collected logs, and the operator can sign in with the key.
 */
export async function invite(db: Db, { apiKey, origin }: Access): Promise<string | undefined> {
  const userId = origin === 'given' ? undefined : await findOwnerOfKey(db, apiKey);
  return userId === undefined ? undefined : createSignInLink(db, userId);
}

const sampleAgent = {
  name: 'Greeting',
  description: 'A sample: greets whoever you name. Change its template, or delete it.',
  engine_class_id: 'TemplateEngine',
  version_name: 'first version',
  input_definitions: [{ key: 'name', data_type: 'text/plain', description: 'Whom to greet.', example: 'Ada' }],
  engine_config: { template: 'Hello ${name}! Your first agent has run.' },
};

/**
 * An installation that already has organizations has started before, unless a bootstrap key is given that would then
 * never be created.
 */
async function isFirstStart(tx: Db, bootstrapApiKey: string | undefined): Promise<boolean> {
  const [found] = await tx.query<{ organizations: boolean; marked: boolean }>(
    `select exists (select from organizations) as organizations,
            exists (select from installation where name = $1::text) as marked`,
    [MARK],
  );
  return !found!.organizations || (bootstrapApiKey !== undefined && !found!.marked);
}

async function findSampleAgent(db: Db, orgId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select a.id from installation i join agents a on a.id = i.value::uuid
     where i.name = $1::text and a.org_id = $2::uuid and a.deleted_at is null`,
    [MARK, orgId],
  );
  return row?.id;
}
