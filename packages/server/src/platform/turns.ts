// Organizations take turns: the first row of each comes before the second of any, however many rows one of them has. The
// organizations are found by stepping through an index that begins with org_id, so thousands of rows of one cost no more
// than its first.

/** The body of a recursive `orgs`: the organizations with rows of this condition. The table is t. */
export const stepOrgs = (table: string, condition: string): string =>
  `(select t.org_id from ${table} t where ${condition} order by t.org_id limit 1)
   union all
   select (select t.org_id from ${table} t where (${condition}) and t.org_id > o.org_id order by t.org_id limit 1)
   from orgs o where o.org_id is not null`;

/**
 * The beginning of a statement, up to `picked (id, turn, due)`: the rows that are due, in the order in which organizations
 * take turns. It has more than `limit` rows, so that processes that skip locked rows find others. If no more than `limit`
 * rows are due, all of them are taken, and no organization is looked for.
 */
export const pickInTurns = (table: string, due: string, limit: number): string =>
  `with recursive oldest as materialized (
     select t.id, t.${due} as due from ${table} t where t.${due} <= now() order by t.${due} limit ${limit + 1}
   ), orgs as (
     ${stepOrgs(table, `t.${due} is not null and (select count(*) from oldest) > ${limit}`)}
   ), picked as materialized (
     select c.id, c.turn, c.due from (
       select o.id, 1 as turn, o.due from oldest o where (select count(*) from oldest) <= ${limit}
       union all
       select first.* from orgs o cross join lateral (
         select t.id, row_number() over (order by t.${due}) as turn, t.${due} as due from ${table} t
         where t.org_id = o.org_id and t.${due} <= now() order by t.${due} limit ${4 * limit}) first
     ) c order by c.turn, c.due limit ${4 * limit}
   )`;
