import pg from 'pg';
import { finishSwitch, type Primary } from './switch-over.ts';

// Finds where organizations live, from the owners' records of all primaries. A move that stopped between the two
// records is finished by the next reader.

export type Directory = Map<string, string>;

type Found = { primary: Primary; orgId: string; state: string; generation: number; peer: string | null };

/**
 * Organizations without a record have never moved and live where their row is. Primaries that are down are left out.
 */
export async function readDirectory(primaries: Primary[]): Promise<{ places: Directory; away: string[] }> {
  const away: string[] = [];
  const found: Found[] = [];
  for (const primary of primaries) {
    const rows = await withClient(primary, listOrganizations).catch(() => undefined);
    if (rows === undefined) away.push(primary.name);
    else found.push(...rows.map((row) => ({ ...row, primary })));
  }
  const places: Directory = new Map();
  for (const orgId of new Set(found.map((one) => one.orgId))) {
    const place = await placeOf(
      found.filter((one) => one.orgId === orgId),
      primaries,
    );
    if (place !== undefined) places.set(orgId, place);
  }
  return { places, away };
}

async function placeOf(records: Found[], primaries: Primary[]): Promise<string | undefined> {
  const owner = chooseOwner(records);
  if (owner !== undefined) return owner;
  const left = records.filter(({ state }) => state === 'gone').toSorted((a, b) => b.generation - a.generation)[0];
  const target = primaries.find(({ name }) => name === left?.peer);
  if (left === undefined || target === undefined) return undefined;
  await withClient(left.primary, (source) =>
    withClient(target, (other) => finishSwitch({ source, target: other }, left.orgId)),
  );
  return target.name;
}

/** If two primaries claim an organization, the later generation owns it. With equal generations, nobody does. */
export function chooseOwner(
  records: { primary: { name: string }; state: string; generation: number }[],
): string | undefined {
  const owners = records
    .filter(({ state }) => ['here', 'draining', 'leaving'].includes(state))
    .toSorted((a, b) => b.generation - a.generation);
  if (owners.length > 1 && owners[0]!.generation === owners[1]!.generation) return undefined;
  return owners[0]?.primary.name;
}

async function listOrganizations(client: pg.Client): Promise<Omit<Found, 'primary'>[]> {
  const { rows: exists } = await client.query(`select to_regclass('placement.owners') is not null as there`);
  const owners = exists[0].there
    ? 'placement.owners'
    : '(select null::uuid as org_id, null as state, 0 as generation, null as peer where false)';
  const { rows } = await client.query(
    `select coalesce(w.org_id, o.id) as "orgId", coalesce(w.state, 'here') as state,
        coalesce(w.generation, 0)::float8 as generation, w.peer
       from organizations o full join ${owners} w on w.org_id = o.id`,
  );
  return rows;
}

async function withClient<T>({ url }: Primary, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Finds the organization of a key by the stored hash. */
export async function findKeyOwner(primaries: Primary[], hash: Buffer): Promise<string | undefined> {
  for (const primary of primaries) {
    const orgId = await withClient(primary, async (client) => {
      const { rows } = await client.query('select org_id from api_keys where hash = $1', [hash]);
      return rows[0]?.org_id as string | undefined;
    }).catch(() => undefined);
    if (orgId !== undefined) return orgId;
  }
  return undefined;
}
