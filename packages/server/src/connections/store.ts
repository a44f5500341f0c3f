import type { ConnectionPolicy } from '@errand/contract/connections.ts';
import type { Db } from '#platform/db.ts';
import { containing, type Listed, listPage, orderTerms } from '#platform/list-page.ts';

// The connections of an organization. `auth_config` has masks in place of secret values; `sealed` has the encrypted
// credentials.

export type ConnectionRow = {
  id: string;
  org_id: string;
  connector_type: string;
  name: string;
  description: string;
  config: Record<string, unknown>;
  auth_config: Record<string, unknown>;
  sealed: string;
  secret_names: string[];
  dynamic_inputs: Record<string, string>;
  policy: ConnectionPolicy;
  status: 'active' | 'error';
  test_message: string | null;
  tested_at: Date | null;
  last_used_at: Date | null;
  creator_id: number | null;
  created_at: Date;
  updated_at: Date;
};

const columns = `c.id, c.org_id, c.connector_type, c.name, c.description, c.config, c.auth_config, c.sealed, c.secret_names,
  c.dynamic_inputs, coalesce(c.policy, '{}') as policy, c.status, c.test_message, c.tested_at, c.last_used_at, c.creator_id, c.created_at, c.updated_at`;

export async function findConnection(db: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.query<ConnectionRow>(
    `select ${columns} from connections c where c.org_id = $1::uuid and c.id = $2::uuid`,
    [orgId, id],
  );
  return row;
}

export async function findConnectionByName(db: Db, orgId: string, name: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.query<ConnectionRow>(
    `select ${columns} from connections c where c.org_id = $1::uuid and c.name = $2::text`,
    [orgId, name],
  );
  return row;
}

/** Lists the connections of these types, oldest first. */
export async function listOfTypes(db: Db, orgId: string, types: readonly string[]): Promise<ConnectionRow[]> {
  return db.query<ConnectionRow>(
    `select ${columns} from connections c where c.org_id = $1::uuid and c.connector_type = any ($2::text[])
     order by c.created_at, c.id`,
    [orgId, types],
  );
}

export async function findOldestOf(
  db: Db,
  orgId: string,
  connectorType: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db.query<{ id: string; name: string }>(
    `select id, name from connections where org_id = $1::uuid and connector_type = $2::text
     order by created_at, id limit 1`,
    [orgId, connectorType],
  );
  return row;
}

export type ConnectionFilter = {
  connectorType: string | undefined;
  search: string | undefined;
  ordering: string;
  size: number;
  offset: number;
};

export async function listConnections(
  db: Db,
  orgId: string,
  { connectorType, search, ordering, size, offset }: ConnectionFilter,
): Promise<Listed<ConnectionRow>> {
  const pattern = search === undefined ? null : containing(search);
  const where = `c.org_id = $1::uuid and ($2::text is null or c.connector_type = $2::text)
    and ($3::text is null or c.name ilike $3::text or c.description ilike $3::text or c.id::text ilike $3::text)`;
  const values = [orgId, connectorType ?? null, pattern];
  return listPage<ConnectionRow>(db, {
    columns,
    from: 'connections c',
    where,
    order: orderTerms(ordering, ORDERS, 'c.id'),
    values,
    page: { size, offset },
  });
}

const ORDERS: Record<string, string[]> = {
  name: ['lower(c.name)', 'c.name'],
  created_at: ['c.created_at'],
  updated_at: ['c.updated_at'],
  connector_type: ['c.connector_type', 'lower(c.name)'],
  status: ['c.status', 'lower(c.name)'],
};

/** Serializes changes to an organization's connections, so that duplicate names and copies are found. */
export async function lockConnections(tx: Db, orgId: string): Promise<void> {
  await tx.run("select pg_advisory_xact_lock(hashtextextended('connections ' || $1::text, 0))", [orgId]);
}

/** Lists connections of the same type and configuration. The caller compares the credentials. */
export async function listWithConfig(
  tx: Db,
  orgId: string,
  { connectorType, config }: { connectorType: string; config: Record<string, unknown> },
): Promise<ConnectionRow[]> {
  return tx.query<ConnectionRow>(
    `select ${columns} from connections c
     where c.org_id = $1::uuid and c.connector_type = $2::text and c.config = $3::jsonb limit 100`,
    [orgId, connectorType, JSON.stringify(config)],
  );
}

export type ConnectionValues = {
  id: string;
  connectorType: string;
  name: string;
  description: string;
  config: Record<string, unknown>;
  authConfig: Record<string, unknown>;
  sealed: string;
  secretNames: string[];
  dynamicInputs: Record<string, string>;
  policy: ConnectionPolicy;
  creatorId: number | null;
};

const RECORD = `json_to_record($2::json) as given (id uuid, "connectorType" text, name text, description text, config jsonb,
  "authConfig" jsonb, sealed text, "secretNames" text[], "dynamicInputs" jsonb, policy jsonb, "creatorId" int)`;

export async function insertConnection(tx: Db, orgId: string, values: ConnectionValues): Promise<void> {
  await tx.run(
    `insert into connections (id, org_id, connector_type, name, description, config, auth_config, sealed, secret_names,
       dynamic_inputs, policy, creator_id)
     select id, $1::uuid, "connectorType", name, description, config, "authConfig", sealed, "secretNames",
       "dynamicInputs", policy, "creatorId" from ${RECORD}`,
    [orgId, JSON.stringify(values)],
  );
}

/** Updates a connection and clears its test result, which was about the old values. */
export async function updateConnection(tx: Db, orgId: string, values: ConnectionValues): Promise<void> {
  await tx.run(
    `update connections c set name = given.name, description = given.description, config = given.config,
       auth_config = given."authConfig", sealed = given.sealed, secret_names = given."secretNames",
       dynamic_inputs = given."dynamicInputs", policy = given.policy, status = 'active', tested_at = null, test_message = null,
       updated_at = now()
     from ${RECORD} where c.org_id = $1::uuid and c.id = given.id`,
    [orgId, JSON.stringify(values)],
  );
}

export async function lockConnection(tx: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.query<ConnectionRow>(
    `select ${columns} from connections c where c.org_id = $1::uuid and c.id = $2::uuid for update`,
    [orgId, id],
  );
  return row;
}

/** Locks the connections with these ids or names, so that they are not deleted before the transaction ends. */
export async function lockConnectionRefs(
  tx: Db,
  orgId: string,
  references: string[],
): Promise<{ id: string; name: string; connector_type: string }[]> {
  return tx.query<{ id: string; name: string; connector_type: string }>(
    `select id, name, connector_type from connections
     where org_id = $1::uuid and (name = any ($2::text[]) or id::text = any ($2::text[])) order by id for key share`,
    [orgId, references],
  );
}

export async function deleteConnectionRow(tx: Db, orgId: string, id: string): Promise<void> {
  await tx.run('delete from connections where org_id = $1::uuid and id = $2::uuid', [orgId, id]);
}

/** Records a test result, unless the connection was changed after the test. */
export async function updateTestResult(
  db: Db,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'updated_at'>,
  result: { status: 'active' | 'error'; message: string; testedAt: Date },
): Promise<void> {
  await db.run(
    `update connections set status = $3::text, test_message = $4::text, tested_at = $5::timestamptz
     where org_id = $1::uuid and id = $2::uuid
       and date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', $6::timestamptz)`,
    [row.org_id, row.id, result.status, result.message, result.testedAt, row.updated_at],
  );
}

/** Records when the connection was last used, at most once a minute. */
export async function noteUse(db: Db, orgId: string, id: string): Promise<void> {
  await db.run(
    `update connections set last_used_at = now() where org_id = $1::uuid and id = $2::uuid
       and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [orgId, id],
  );
}
