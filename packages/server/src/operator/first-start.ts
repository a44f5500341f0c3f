import { createAgent } from '#agents/create-agent.ts';
import { createEngineRegistry } from '#engines/registry.ts';
import { findOrganizationOpenedBy, findOwnerOfKey, insertApiKey } from '#orgs/api-keys.ts';
import { createOrganization } from '#orgs/organizations.ts';
import { createSignInLink } from '#orgs/sign-in-links.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { readCredentials, writeCredentials } from './credentials.ts';
import { lockForFilling, within } from './transactions.ts';

// The first start gives whoever tries the service all they need: an organization, a key and an agent that works.

/** A key that works. `made`: just now, and this is the only time to show it. */
export type Access = {
  apiKey: string;
  origin: 'made' | 'kept' | 'given';
  /** The sample agent, unless it was deleted or belongs to another organization. */
  agentId: string | undefined;
};

type Options = { dataDir: string; bootstrapApiKey: string | undefined };

const MARK = 'first_start';

/**
 * Everything in one transaction under a lock, so that of processes that start at once one does it, and a killed one
 * leaves nothing half done. The key goes to disk before the commit: killed in between, the file names a key that never
 * existed and is replaced by the next start; the other way round the only copy of a valid key would be lost.
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
    const caller = { orgId, userId, keyId: key.id, role: 'admin' } as const;
    const agentId = await createAgent(within(tx), createEngineRegistry([]), caller, sampleAgent);
    await tx.run(
      `insert into installation (name, value) values ($1::text, $2::text)
       on conflict (name) do update set value = excluded.value`,
      [MARK, agentId],
    );
    const saved = writeCredentials(dataDir, { organization_id: orgId, api_key: key.apiKey });
    // A key that was given is known to whoever gave it: there the file is only a convenience.
    await (bootstrapApiKey === undefined ? saved : saved.catch(() => undefined));
    return { apiKey: key.apiKey, origin: bootstrapApiKey === undefined ? 'made' : 'given', agentId };
  });
}

/** At later starts: a key that opens this installation, as far as this machine knows one. */
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

/** ERRAND_BOOTSTRAP_API_KEY is read at the first start only: whoever changes it later may believe that it works. */
export async function isIgnoredKey(db: Db, { bootstrapApiKey }: Pick<Options, 'bootstrapApiKey'>): Promise<boolean> {
  return bootstrapApiKey !== undefined && (await findOrganizationOpenedBy(db, bootstrapApiKey)) === undefined;
}

/**
 * The code of a sign-in link for whoever can read this machine's terminal. Not where the key came from outside: there the
 * output goes to the logs of a fleet, and whoever set the key can sign in with it.
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

/** Organizations made by the operator beforehand count as a start, unless a key is given that nobody would get then. */
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
