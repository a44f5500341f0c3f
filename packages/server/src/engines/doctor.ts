import type { Check } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';

export const modelChecks = ({ system }: Database): Check[] => [
  {
    name: 'Models',
    async look() {
      const down = await system.query<{ id: string; seconds: number }>(
        `select coalesce('the connection ' || c.name, p.id) as id, greatest(0, coalesce(extract(epoch from closed_until - clock_timestamp()), 0))::int as seconds
          from model_providers p left join connections c on 'connection:' || c.id = p.id
          where outages > 0 and (c.id is not null or p.id not like 'connection:%') order by 1`,
      );
      if (down.length === 0) return { detail: 'no provider has an outage' };
      return {
        detail: down.map(({ id, seconds }) => `${id} does not respond (next try in ${seconds} s)`).join(', '),
        fix: 'Check whether the provider has an outage and whether its configured address is correct. Jobs that need it wait, and continue by themselves.',
      };
    },
  },
];
