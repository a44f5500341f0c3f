import type { Db } from '#platform/db.ts';

// Records the objects of an organization's demo workspace. Each is recorded as soon as it exists, so that removal finds
// all of them even after a crash.

export type DemoKind = 'agents' | 'policies' | 'tables' | 'tags' | 'queries';
export type DemoObjects = Record<DemoKind, string[]>;
export type DemoRow = { createdAt: Date; objects: DemoObjects };

export const noObjects = (): DemoObjects => ({
  agents: [],
  policies: [],
  tables: [],
  tags: [],
  queries: [],
});

export async function findDemo(db: Db, orgId: string): Promise<DemoRow | undefined> {
  const rows = await db.query<{ created_at: Date; objects: Partial<DemoObjects> }>(
    'select created_at, objects from demo_workspaces where org_id = $1::uuid',
    [orgId],
  );
  const [row] = rows;
  return row && { createdAt: row.created_at, objects: { ...noObjects(), ...row.objects } };
}

/** Returns false if there is one already. Of two concurrent callers, only one gets true. */
export async function insertDemo(db: Db, orgId: string): Promise<boolean> {
  const added = await db.run('insert into demo_workspaces (org_id) values ($1::uuid) on conflict do nothing', [orgId]);
  return added > 0;
}

export const updateDemo = (db: Db, orgId: string, objects: DemoObjects): Promise<number> =>
  db.run('update demo_workspaces set objects = $2::json where org_id = $1::uuid', [orgId, JSON.stringify(objects)]);

export const deleteDemo = (db: Db, orgId: string): Promise<number> =>
  db.run('delete from demo_workspaces where org_id = $1::uuid', [orgId]);
