import type { Cluster } from './cluster.ts';
import type { Door, State } from './doors.ts';
import type { Sent } from './doors-run.ts';
import type { Tenant } from './load.ts';

// One truth: what was acknowledged is there, once; every door tells the same of it; one entry in the ledger and one
// webhook each.

export type DoorReport = {
  violations: string[];
  operations: number;
  jobs: number;
  kills: number;
  byOrigin: Record<string, number>;
  compared: number;
};

type Row = {
  id: string;
  origin: string;
  tag: string;
  status: number | null;
  cost: number | null;
  entries: number;
  amount: number | null;
};

const COMPARED_AT_ONCE = 8;

export async function judgeDoors(
  cluster: Cluster,
  given: {
    tenant: Tenant;
    doors: Record<string, Door>;
    sent: Sent[];
    operations: number;
    note(text: string): void;
  },
): Promise<DoorReport> {
  const { tenant, doors, sent, operations, note } = given;
  const violations = [...cluster.unexpected];
  const jobs = await cluster.database.system.query<Row>(
    // One statement, because a step of a job that was cancelled meanwhile is paid for when it ends.
    `select j.id, j.origin, r.status, r.cost, l.entries, l.amount,
        (select i->>'value' from json_array_elements(j.inputs::json) i where i->>'key' = 'tag') as tag
      from jobs j left join job_results r on r.job_id = j.id
        cross join lateral (select count(*) as entries, sum(amount) as amount from credit_ledger
          where kind = 'job' and job_id = j.id) l
      where j.org_id = $1 order by j.id`,
    [tenant.orgId],
  );
  checkSent(sent, jobs, violations);
  checkMoney(jobs, violations);
  await checkWebhooks(cluster, tenant, jobs, violations);
  note(`comparing ${jobs.length} jobs through every door …`);
  const compared = await compareDoors(cluster, doors, jobs, violations);
  const kills = cluster.faults.filter(({ kind }) => kind === 'kill').length;
  const byOrigin: Record<string, number> = {};
  for (const { origin } of jobs) byOrigin[origin] = (byOrigin[origin] ?? 0) + 1;
  return { violations, operations, jobs: jobs.length, kills, byOrigin, compared };
}

function checkSent(sent: Sent[], jobs: Row[], violations: string[]): void {
  const byTag = Map.groupBy(jobs, ({ tag }) => tag);
  const known = new Set(jobs.map(({ id }) => id));
  for (const { door, tag, jobId, isRepeatable, tries } of sent) {
    if (jobId !== undefined && !known.has(jobId)) violations.push(`${door}: acknowledged job ${jobId} is lost`);
    if (door === 'schedule') continue;
    const count = byTag.get(tag)?.length ?? 0;
    const most = isRepeatable ? 1 : tries;
    if (count > most) violations.push(`${door}: ${tag} was sent ${tries} times and is ${count} jobs`);
    if (isRepeatable && jobId !== undefined && count === 0) violations.push(`${door}: ${tag} is lost`);
  }
  for (const { id, status } of jobs) {
    if (status === null) violations.push(`job ${id} is not final`);
    if (status === 4) violations.push(`job ${id} failed for no reason of ours`);
  }
}

function checkMoney(jobs: Row[], violations: string[]): void {
  for (const { id, cost, entries, amount } of jobs) {
    if (entries !== ((cost ?? 0) > 0 ? 1 : 0)) violations.push(`ledger: job ${id} has ${entries} entries`);
    else if (amount !== null && Math.abs(amount + (cost ?? 0)) > 1e-9)
      violations.push(`ledger: job ${id} costs ${cost}, paid ${-amount}`);
  }
}

async function checkWebhooks(cluster: Cluster, { orgId }: Tenant, jobs: Row[], violations: string[]): Promise<void> {
  const rows = await cluster.database.system.query<{ job_id: string; count: number; arrived: number }>(
    `select job_id, count(*) as count, count(*) filter (where status = 'succeeded') as arrived
      from webhook_deliveries where org_id = $1 group by job_id`,
    [orgId],
  );
  const told = new Map(rows.map((row) => [row.job_id, row]));
  for (const { id, status } of jobs) {
    const { count = 0, arrived = 0 } = told.get(id) ?? {};
    const expected = status === 5 ? 0 : 1;
    if (count !== expected) violations.push(`webhook: job ${id} (${status}) has ${count} deliveries`);
    else if (arrived !== expected) violations.push(`webhook: of job ${id} has not arrived`);
  }
}

/** Jobs whose state is asked through slow doors too. */
const SLOWLY_COMPARED = 20;

/** Every door that can tell a state tells that of every job; slow ones that of some. */
async function compareDoors(
  cluster: Cluster,
  doors: Record<string, Door>,
  jobs: Row[],
  violations: string[],
): Promise<number> {
  const readers = Object.entries(doors).filter(([, { read }]) => read !== undefined);
  const members = cluster.running('all', 'api');
  const stride = Math.max(1, Math.floor(jobs.length / SLOWLY_COMPARED));
  const queue = [...jobs.entries()];
  let compared = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [index, { id }] = next;
      const told = new Map<string, State | string>();
      for (const [at, [name, door]] of readers.entries()) {
        if (door.isSlow && index % stride !== 0) continue;
        const { baseUrl } = members[(index + at) % members.length]!;
        told.set(name, await door.read!(baseUrl, id).catch((error: unknown) => String(error)));
        compared += 1;
      }
      const words = new Set([...told.values()].map((state) => JSON.stringify(state)));
      if (words.size > 1) violations.push(`job ${id} is told differently: ${JSON.stringify([...told])}`);
    }
  };
  await Promise.all(Array.from({ length: COMPARED_AT_ONCE }, work));
  return compared;
}
