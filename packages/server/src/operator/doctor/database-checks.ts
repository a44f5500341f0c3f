import type { Check } from '#platform/check.ts';
import { type Database, TENANT_ROLE } from '#platform/db.ts';
import { describeBehind } from '#platform/embedded-postgres/releases.ts';
import { isOutOfSpace } from '#platform/errors.ts';

const SERVER_VERSION_MIN = 140_000;
/** Ids and leases use PostgreSQL's clock; only log times and token lifetimes depend on this machine's. */
const CLOCK_DIFFERENCE_MS_MAX = 5_000;
const FREE_CONNECTIONS_MIN = 5;
/** More than the free space in the last page of a file, so that PostgreSQL needs new disk space. */
const PROBE_BYTES = 1024 ** 2;

/** Checks of the PostgreSQL server itself. */
export const databaseChecks = ({ system }: Database, embedded: boolean): Check[] => [
  {
    name: 'PostgreSQL',
    async look() {
      const [row] = await system.query<{ number: number; version: string }>(
        `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
      );
      const behind = describeBehind(row!.version, embedded);
      const place = embedded ? ' (embedded: for one machine)' : '';
      const detail = `${row!.version}${place}${behind === undefined ? '' : `; ${behind}`}`;
      return row!.number >= SERVER_VERSION_MIN
        ? { detail }
        : { detail, fix: 'Move to PostgreSQL 14 or newer with npx errand db export and npx errand db import.' };
    },
  },
  {
    name: 'Clock',
    async look() {
      const sentAt = Date.now();
      const [row] = await system.query<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      );
      const difference = Math.round(row!.ms - (sentAt + Date.now()) / 2);
      const detail = `${difference} ms between this machine and PostgreSQL`;
      return Math.abs(difference) <= CLOCK_DIFFERENCE_MS_MAX
        ? { detail }
        : { detail, fix: 'Synchronize both machines with NTP.' };
    },
  },
  {
    name: 'Connections',
    async look() {
      const [row] = await system.query<{ max: number; used: number }>(
        `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
                (select count(*) from pg_stat_activity where backend_type = 'client backend') as used`,
      );
      const free = row!.max - row!.used;
      const detail = `${free} of ${row!.max} free`;
      return free >= FREE_CONNECTIONS_MIN
        ? { detail }
        : { detail, fix: 'Raise max_connections of PostgreSQL, or lower ERRAND_DATABASE_CONNECTIONS.' };
    },
  },
  {
    name: 'Space',
    async look() {
      try {
        await system.tx(async (tx) => {
          await tx.run('create temp table errand_space (content text) on commit drop');
          // Uncompressed, so that it takes as much disk space as it has bytes.
          await tx.run('alter table errand_space alter content set storage external');
          await tx.run(`insert into errand_space values (repeat('x', ${PROBE_BYTES}))`);
        });
        return { detail: 'PostgreSQL can write' };
      } catch (error) {
        if (!isOutOfSpace(error)) throw error;
        const fix = 'Free some space on the disk of PostgreSQL; the service then continues by itself.';
        return { detail: (error as Error).message, fix };
      }
    },
  },
  {
    name: 'Log archive',
    async look() {
      const [row] = await system.query<{ mode: string; waiting: boolean; last: string | null; failed: string | null }>(
        `select current_setting('archive_mode') as mode, last_failed_time > coalesce(last_archived_time, '-infinity') as waiting,
                to_char(last_archived_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last, last_failed_wal as failed
         from pg_stat_archiver`,
      );
      const { mode, waiting, last, failed } = row!;
      if (mode === 'off') return { detail: 'off; backups can be restored, but not to a point in time' };
      if (!waiting) return { detail: last === null ? 'on, nothing archived yet' : `on, last archived ${last}` };
      const fix =
        'Free space in the archive, or correct archive_command. PostgreSQL keeps unarchived log files until its disk is full.';
      return { detail: `archiving ${failed} failed`, fix };
    },
  },
  {
    name: 'Transactions',
    async look() {
      const rows = await system.query<{ pid: number; application: string; minutes: number }>(
        `select pid, application_name as application,
                floor(extract(epoch from clock_timestamp() - xact_start) / 60)::int as minutes
         from pg_stat_activity
         where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
           and xact_start < clock_timestamp() - interval '5 minutes'
         order by xact_start`,
      );
      if (rows.length === 0) return { detail: 'no long-running transactions' };
      const described = rows.map(
        ({ pid, application, minutes }) => `${application || 'process'} ${pid}: ${minutes} min`,
      );
      const fix = `Long transactions keep PostgreSQL from removing dead rows. End them: select pg_terminate_backend(${rows[0]!.pid});`;
      return { detail: `long-running: ${described.join(', ')}`, fix };
    },
  },
];

export const schemaChecks = ({ system, tenant }: Database): Check[] => [
  {
    name: 'Tenant isolation',
    async look() {
      const rows = await system.query<{ name: string; partition: boolean; isProtected: boolean; open: boolean }>(
        `select c.relname as name, c.relispartition as partition,
                c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as "isProtected",
                has_table_privilege($1, c.oid, 'select') as open
         from pg_class c
         where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p')
           and exists (select from pg_attribute a
                       where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
         order by c.relname`,
        [TENANT_ROLE],
      );
      // The parent protects the rows of a partition, as long as the partition itself is not readable.
      const bare = rows.filter(({ partition, isProtected, open }) => (partition ? open && !isProtected : !isProtected));
      if (bare.length > 0) {
        return {
          detail: `no row-level security on ${bare.map(({ name }) => name).join(', ')}`,
          fix: `Stop the service, then run for each table: alter table … enable row level security;`,
        };
      }
      const nobody = '00000000-0000-0000-0000-000000000000';
      const seen = await tenant(nobody).query('select id from organizations limit 1');
      if (seen.length > 0) {
        return {
          detail: `the role ${TENANT_ROLE} sees rows of other organizations`,
          fix: `Run as an administrator: alter role ${TENANT_ROLE} nosuperuser nobypassrls;`,
        };
      }
      return { detail: `row-level security on ${rows.filter(({ partition }) => !partition).length} tables` };
    },
  },
  {
    name: 'Partitions',
    async look() {
      const rows = await system.query<{ name: string }>(
        `select p.name from unnest(array['jobs', 'job_results']) parent, generate_series(0, 1) ahead,
           lateral (select parent || to_char(date_trunc('month', now() at time zone 'utc')
                                             + make_interval(months => ahead), '_YYYYMM') as name) p
         where to_regclass(p.name) is null
         order by p.name`,
      );
      if (rows.length === 0) return { detail: 'exist for this month and the next' };
      const detail = `missing: ${rows.map(({ name }) => name).join(', ')}`;
      return {
        detail,
        fix: 'Run npx errand migrate. A month that already has rows in the default partition stays there.',
      };
    },
  },
];
