import type { SkillFile, SkillFileChange } from '@errand/contract/skills.ts';
import type { Db } from '#platform/db.ts';
import type { SkillSetRow } from './store.ts';

export type SkillVersionRow = {
  id: string;
  skill_set_id: string;
  version_name: string;
  summary: string;
  file_changes: SkillFileChange[];
  files: SkillFile[];
  base_version_id: string | null;
  created_at: Date;
  creator_id: number | null;
  creator_email: string;
  creator_first_name: string;
  creator_last_name: string;
};

const columns = `v.id, v.skill_set_id, v.version_name, v.summary, v.file_changes, v.files, v.base_version_id, v.created_at,
  u.id as creator_id, u.email as creator_email, u.first_name as creator_first_name, u.last_name as creator_last_name`;
const from = 'from skill_versions v left join users u on u.id = v.creator_id';

export async function findSkillVersion(
  db: Db,
  orgId: string,
  setId: string,
  versionId: string,
): Promise<SkillVersionRow | undefined> {
  const rows = await db.query<SkillVersionRow>(
    `select ${columns} ${from} where v.org_id = $1 and v.skill_set_id = $2 and v.id = $3`,
    [orgId, setId, versionId],
  );
  return rows[0];
}

/** Finds a version by its id, or the current one by skill set id. One statement, so no promotion comes in between. */
export async function findByEitherId(
  db: Db,
  orgId: string,
  id: string,
): Promise<{ set: SkillSetRow; version: SkillVersionRow } | undefined> {
  const rows = await db.query<SkillVersionRow & SetColumns>(
    `select ${columns}, s.name as set_name, s.description as set_description,
       s.current_version_id as set_current_version_id, s.created_at as set_created_at, s.updated_at as set_updated_at
     ${from} join skill_sets s on s.id = v.skill_set_id
     where v.org_id = $1 and v.id = coalesce((select current_version_id from skill_sets where org_id = $1 and id = $2), $2)`,
    [orgId, id],
  );
  const row = rows[0];
  return (
    row && {
      version: row,
      set: {
        id: row.skill_set_id,
        org_id: orgId,
        name: row.set_name,
        description: row.set_description,
        current_version_id: row.set_current_version_id,
        created_at: row.set_created_at,
        updated_at: row.set_updated_at,
      },
    }
  );
}

type SetColumns = {
  set_name: string;
  set_description: string;
  set_current_version_id: string;
  set_created_at: Date;
  set_updated_at: Date;
};

/** Lists the newest first. */
export async function listSkillVersions(
  db: Db,
  orgId: string,
  setId: string,
  page: { size: number; offset: number },
): Promise<SkillVersionRow[]> {
  return db.query<SkillVersionRow>(
    `select ${columns} ${from} where v.org_id = $1 and v.skill_set_id = $2
     order by v.created_at desc, v.id desc limit $3::int offset $4::bigint`,
    [orgId, setId, page.size, page.offset],
  );
}

export async function countSkillVersions(db: Db, orgId: string, setId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'select count(*)::int as count from skill_versions where org_id = $1 and skill_set_id = $2',
    [orgId, setId],
  );
  return rows[0]!.count;
}

type NewSkillVersion = {
  id: string;
  setId: string;
  versionName: string;
  summary: string;
  fileChanges: SkillFileChange[];
  files: readonly SkillFile[];
  baseVersionId: string | null;
  creatorId: number | null;
  now: Date;
};

export async function insertSkillVersion(tx: Db, orgId: string, version: NewSkillVersion): Promise<void> {
  const { files, fileChanges, ...texts } = version;
  await tx.run(
    `insert into skill_versions (id, org_id, skill_set_id, version_name, summary, file_changes, files, base_version_id,
       creator_id, created_at)
     select id, $1::uuid, "setId", "versionName", summary, $3::json, $4::json, "baseVersionId", "creatorId", now
     from json_to_record($2::json) as version (id uuid, "setId" uuid, "versionName" text, summary text,
       "baseVersionId" uuid, "creatorId" int, now timestamptz)`,
    [orgId, JSON.stringify(texts), JSON.stringify(fileChanges), JSON.stringify(files)],
  );
}
