import { jobStatus } from '@errand/contract/job-status.ts';
import { queueDisplay } from '#jobs/record/display-sql.ts';
import type { Check } from '#platform/check.ts';
import type { Db } from '#platform/db.ts';

// Checks for an organization's own administrators. Each query reads a bounded number of rows.

const QUEUED_SECONDS_MAX = 60;
const RECENT_JOBS = 200;
const FAILED_SHARE_MAX = 0.2;

type Open = { queued: number; running: number; waiting: number; retrying: number; oldest_seconds: number | null };

/** `db` sees one organization; `system` is used only to find workers and whether the organization is paused. */
export const organizationChecks = (db: Db, system: Db, orgId: string): Check[] => [
  {
    name: 'Open jobs',
    async look() {
      const [row] = await db.query<Open>(
        `select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
           count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'retrying') as retrying,
           extract(epoch from clock_timestamp() - min(run_at) filter (where state in ('queued', 'retrying')))::int as oldest_seconds
         from (select run_at, ${queueDisplay('j')} as state from job_queue j where org_id = $1::uuid limit 100000) q`,
        [orgId],
      );
      const { queued, running, waiting, retrying, oldest_seconds: oldest } = row!;
      const detail = `${queued} queued, ${running} running, ${waiting} waiting, ${retrying} retrying`;
      if (oldest === null || oldest <= QUEUED_SECONDS_MAX) return { detail };
      const [workers] = await system.query<{ alive: number; paused: boolean }>(
        `select count(*) as alive, (select paused_at is not null from organizations where id = $1::uuid) as paused
          from workers where role <> 'api' and draining_at is null and last_seen > clock_timestamp() - interval '30 seconds'`,
        [orgId],
      );
      if (workers!.paused)
        return {
          detail: `${detail}; the operator has paused this organization`,
          fix: `The jobs start when the operator ends the pause: npx errand org resume ${orgId}`,
        };
      const fix =
        workers!.alive === 0
          ? 'No worker is running: start one with npx errand serve, or npx errand serve --role worker on another machine.'
          : 'All slots are busy: start more workers or raise ERRAND_WORKER_CONCURRENCY, or wait until the backlog is cleared.';
      return { detail: `${detail}; the oldest has queued for ${oldest} s`, fix };
    },
  },
  {
    name: 'Recent results',
    async look() {
      const rows = await db.query<{ status: number; error_message: string | null }>(
        `select r.status, r.error_message
         from (select id from jobs where org_id = $1::uuid order by id desc limit ${RECENT_JOBS}) j
         join job_results r on r.job_id = j.id`,
        [orgId],
      );
      const failed = rows.filter(({ status }) => status === jobStatus.failure);
      const detail = `${failed.length} of the last ${rows.length} finished jobs failed`;
      if (rows.length < 10 || failed.length / rows.length <= FAILED_SHARE_MAX) return { detail };
      return { detail, fix: `Most often: ${mostCommon(failed.map(({ error_message }) => error_message ?? ''))}` };
    },
  },
  {
    name: 'Webhooks',
    async look() {
      const rows = await db.query<{ name: string; is_active: boolean; disabled_reason: string | null }>(
        `select w.name, w.is_active, w.disabled_reason
         from webhooks w join webhook_states s on s.webhook_id = w.id
         where w.org_id = $1::uuid and w.deleted_at is null
           and (w.disabled_reason is not null or (w.is_active and s.failure_count > 0))
         order by w.name limit 20`,
        [orgId],
      );
      if (rows.length === 0) return { detail: 'none is failing' };
      const detail = rows
        .map(({ name, is_active, disabled_reason }) =>
          is_active ? `“${name}” is failing` : `“${name}” was switched off: ${disabled_reason}`,
        )
        .join('; ');
      return {
        detail,
        fix: 'Check the last attempt of its deliveries, fix the receiver, then recover the failed deliveries.',
      };
    },
  },
  {
    name: 'Credits',
    async look() {
      const [account] = await db.query<{ limited: boolean; balance: number; held: number }>(
        'select limited, balance, held from credit_accounts where org_id = $1::uuid',
        [orgId],
      );
      if (!account?.limited) return { detail: 'unlimited' };
      const detail = `${account.balance} USD, ${account.held} of it held for running jobs`;
      if (account.balance - account.held > 0) return { detail };
      return { detail, fix: `No job can start. The operator adds credits: npx errand credits grant --org ${orgId} 25` };
    },
  },
  {
    name: 'API keys',
    async look() {
      const rows = await db.query<{ name: string; days: number }>(
        `select name, floor(extract(epoch from expires_at - now()) / 86400)::int as days
         from api_keys
         where org_id = $1::uuid and revoked_at is null and expires_at between now() and now() + interval '7 days'
         order by expires_at limit 20`,
        [orgId],
      );
      if (rows.length === 0) return { detail: 'none expires within a week' };
      const detail = rows.map(({ name, days }) => `“${name}” expires in ${days} days`).join('; ');
      return { detail, fix: 'Create a new key, replace the old one wherever it is used, then revoke the old one.' };
    },
  },
];

function mostCommon(texts: string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [text = ''] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
