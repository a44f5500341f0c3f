import type { Role } from '@errand/contract/roles.ts';
import { listLinksOfJobs } from '#orgs/actor.ts';
import { roleOfKey } from '#orgs/current-role.ts';
import type { Db } from '#platform/db.ts';

/**
 * The roles that everybody who caused the job has now: who called, pressed run, or changed the trigger or schedule, and
 * the same of the jobs before it. Null stands for somebody who has left or whom nobody knows.
 */
export async function findRequesterRoles(db: Db, orgId: string, jobId: string): Promise<(Role | null)[]> {
  const links = (await listLinksOfJobs(db, [jobId])).get(jobId) ?? [];
  // Who stands behind a job or the service follows it in the chain.
  const callers = links.filter(({ kind }) => kind !== 'job' && kind !== 'system');
  const rows = await db.query<{ role: Role | null }>(
    `select distinct case
        when l.key is null then (select m.role from memberships m
          where m.org_id = $1::uuid and m.user_id = l."user" and m.removed_at is null)
        -- A personal key that has ended says no less of its owner; any other key that is revoked is nobody's.
        else (select ${roleOfKey('k')} from api_keys k
          where k.id = l.key and k.org_id = $1::uuid and (k.personal or k.revoked_at is null)) end as role
     from unnest($2::int[], $3::uuid[]) as l ("user", key)`,
    [orgId, callers.map((link) => link.user_id), callers.map((link) => link.key_id)],
  );
  const roles = rows.map(({ role }) => role);
  return roles.length === 0 || callers.some(({ open }) => open) ? [...roles, null] : roles;
}
