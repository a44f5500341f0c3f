import type { Actor, ActorLink } from '@errand/contract/actors.ts';
import { hasRole } from '@errand/contract/roles.ts';
import { type Caller, isPerson } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';

// Who caused something: a person, a key of the organization, a trigger, a schedule, another job or the service, with
// the chain that led to it. Everything that shows or judges an actor computes it here.

/**
 * `open`: anybody who knows the address can have sent the request, because the trigger checks no signature. `untrusted`:
 * where content came from that strangers may have written, and that the link handed on.
 */
export type Link = ActorLink & { open?: true; untrusted?: string[] };

/** What stands behind a caller, nearest first. Stored with the job. */
export type Cause = Link[];

/** What a job's row says of who caused it. */
export type ActorRow = {
  user: number | null;
  email: string | null;
  key: string | null;
  /** Null without a key, or if the key is gone. */
  with: { name: string; personal: boolean } | null;
  origin: string;
  cause: Cause | null;
};

/** Returns an SQL expression for the `ActorRow` of a job. Look-ups by primary key, and no joins that readers need. */
export const actorOfJob = (job: string): string => `json_build_object('user', ${job}.creator_id,
  'email', (select email from users where id = ${job}.creator_id), 'key', ${job}.key_id,
  'with', (select json_build_object('name', name, 'personal', personal) from api_keys where id = ${job}.key_id),
  'origin', ${job}.origin, 'cause', ${job}.cause)`;

const NOTHING = { id: null, user_id: null, key_id: null, address: null, event: null };
const SYSTEM: Link = { ...NOTHING, kind: 'system', name: 'system' };

/** Lists everybody and everything that caused a job, nearest first. */
export function linksOf({ user, email, key, with: used, origin, cause }: ActorRow): Link[] {
  const caller = callerLink({ userId: user, email, keyId: key, key: used });
  if (cause === null) {
    // A run of a release that did not store what stands behind it.
    const isUnattended = origin === 'schedule' || origin === 'trigger';
    return isUnattended ? [{ ...NOTHING, kind: origin, user_id: user, name: email ?? origin }] : [caller];
  }
  return cause[0]?.kind === 'job' ? [caller, ...cause] : cause;
}

export function toActor(links: Link[]): Actor {
  const [first = SYSTEM, ...chain] = toPublic(links);
  return { ...first, chain };
}

/** Links as they are shown. */
export const toPublic = (links: Link[]): ActorLink[] => links.map(({ open: _, untrusted: __, ...link }) => link);

type Used = { userId: number | null; email: string | null; keyId: string | null; key: ActorRow['with'] };

/** A personal key is its owner. Any other key is a machine, whoever created it. */
export function callerLink({ userId, email, keyId, key }: Used): Link {
  if (keyId !== null && !(key?.personal && userId !== null))
    return { ...NOTHING, kind: 'key', user_id: userId, key_id: keyId, name: key?.name ?? 'deleted key' };
  if (userId === null) return SYSTEM;
  return { ...NOTHING, kind: 'person', user_id: userId, key_id: keyId, name: email ?? `user ${userId}` };
}

/** Returns the caller as a link, with its name. */
export async function findLink(db: Db, { userId, keyId }: Pick<Caller, 'userId' | 'keyId'>): Promise<Link> {
  const [row] = await db.query<{ email: string | null; key: ActorRow['with'] }>(
    `select (select email from users where id = $1::int) as email,
       (select json_build_object('name', name, 'personal', personal) from api_keys where id = $2::uuid) as key`,
    [userId, keyId],
  );
  return callerLink({ userId, keyId, email: row?.email ?? null, key: row?.key ?? null });
}

/** Lists the links of jobs by their id. */
export async function listLinksOfJobs(db: Db, jobIds: string[]): Promise<Map<string, Link[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; actor: ActorRow }>(
    `select j.id, ${actorOfJob('j')} as actor from jobs j where j.id = any($1::uuid[])`,
    [jobIds],
  );
  return new Map(rows.map(({ id, actor }) => [id, linksOf(actor)]));
}

/** What stands behind a job that was started because of another one. `read`: if it gets results, what was read for them. */
export function causedByJob(jobId: string, links: Link[], read: string[] = []): Cause {
  const itself: Link = { ...NOTHING, kind: 'job', id: jobId, name: jobId };
  return distinct(handOn([itself, ...links], [...read, ...untrustedOf(links)]));
}

/** What stands behind what a job does itself: the job, and who caused it. */
export const behindJob =
  (jobId: string) =>
  async (db: Db): Promise<Cause> =>
    causedByJob(jobId, (await listLinksOfJobs(db, [jobId])).get(jobId) ?? []);

/** Where untrusted content came from that a job with this cause begins with. */
export const untrustedOf = (cause: Cause | null): string[] =>
  sorted((cause ?? []).flatMap(({ open, untrusted = [] }) => (open ? ['event', ...untrusted] : untrusted)));

/** The cause of a job whose inputs have results for which this was read. Its first link says so. */
export function handOn([itself = SYSTEM, ...behind]: Cause, read: string[]): Cause {
  if (read.length === 0) return [itself, ...behind];
  return [{ ...itself, untrusted: sorted([...read, ...(itself.untrusted ?? [])]) }, ...behind];
}

const sorted = (sources: string[]): string[] => [...new Set(sources)].sort();

/**
 * Lists where untrusted content came from that is in the results of jobs, by their id: what they began with, what they
 * read, and for a result from the cache what the job read that it comes from.
 */
export async function listUntrusted(db: Db, jobIds: string[]): Promise<Map<string, string[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; cause: Cause | null; read: string[] | null }>(
    `select j.id, j.cause, (select array_agg(distinct s.untrusted) from job_steps s
        where s.job_id = any(array[j.id, r.source_job_id]) and s.untrusted is not null) as read
     from jobs j left join job_results r on r.job_id = j.id where j.id = any($1::uuid[])`,
    [jobIds],
  );
  return new Map(rows.map(({ id, cause, read }) => [id, sorted([...untrustedOf(cause), ...(read ?? [])])]));
}

type Definition = { id: string; name: string; editors: Link[]; created_by: number | null };

/** What stands behind a run of a trigger or schedule: itself, what set it off, and everybody who changed it. */
export function causedBy(
  kind: 'trigger' | 'schedule',
  { id, name, editors, created_by: creator }: Definition,
  more: { address?: string | null; event?: string | null; open?: true; behind?: Link[] } = {},
): Cause {
  const { address = null, event = null, open, behind = [] } = more;
  const [last] = editors;
  const itself: Link = {
    ...NOTHING,
    kind,
    id,
    name,
    user_id: last === undefined ? creator : last.user_id,
    key_id: last?.key_id ?? null,
    address,
    event,
    ...(open && { open }),
  };
  return distinct([itself, ...behind, ...editors]);
}

/** Notes that somebody changed a trigger or schedule. */
export const withEditor = (editors: Link[], link: Link): Link[] => distinct([link, ...editors]);

/** Keeps a chain short: everybody once, and the nearest jobs. People and keys are never left out. */
function distinct(links: Link[]): Link[] {
  const seen = new Set<string>();
  let jobs = 0;
  return links.filter((link) => {
    const key = JSON.stringify([link.kind, link.id, link.user_id, link.key_id, link.open]);
    if (seen.has(key) || (link.kind === 'job' && ++jobs > JOBS_MAX)) return false;
    seen.add(key);
    return true;
  });
}

const JOBS_MAX = 20;

/**
 * Returns why this caller cannot be the second person for what these links caused, or undefined. Nobody knows which
 * person holds a key of the organization or the address of a trigger without a signature. Then an administrator has to
 * do it: they could lower the rule anyway, so this gives nobody a way around it.
 */
export function findDutyObstacle(links: Link[], caller: Pick<Caller, 'userId' | 'role' | 'via'>): string | undefined {
  if (!isPerson(caller))
    return 'Only a person who is signed in as themselves can do this: in the console, or with a personal key. Keys of the organization and links cannot.';
  if (links.some((link) => link.user_id === caller.userId))
    return 'Somebody other than the person who started it has to do this: you started it, changed what it works on, or pressed run.';
  if (!hasRole(caller.role, 'admin') && links.some(isAnybody))
    return 'This began with a key of the organization or an address without a signature, so nobody knows which person it was. An administrator who is not involved has to do this.';
  return undefined;
}

const isAnybody = ({ kind, open }: Link): boolean => kind === 'key' || open === true;

/** The same rule in SQL, for a job and a caller who is a person. `user` is an SQL expression. */
export function isInvolved(job: string, user: string, isAdmin: boolean): string {
  const orAnybody = (condition: string): string => (isAdmin ? '' : ` or ${condition}`);
  return `(exists (select from json_array_elements(coalesce(${job}.cause, '[]'::json)) l
      where (l->>'user_id')::int = ${user}${orAnybody(`l->>'kind' = 'key' or l->>'open' = 'true'`)})
    or (coalesce(${job}.cause->0->>'kind', 'job') = 'job' and (${job}.creator_id is not distinct from ${user}${orAnybody(
      `exists (select from api_keys k where k.id = ${job}.key_id and not k.personal)`,
    )})))`;
}
