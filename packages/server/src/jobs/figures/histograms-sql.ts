// Groups rows of stats with their histograms: counts of the same bucket are added.

const KINDS = ['duration', 'waiting'] as const;

/**
 * Returns two parts of a statement. `ctes`: the histograms by group. `select`: the sums of each group, followed by the
 * histograms of both kinds.
 */
export function grouped({
  group,
  buckets,
  sums,
}: {
  /** The columns of a group. */
  group: string;
  /** Selects the rows with times of a kind: the group's columns, `bucket` and `count`. */
  buckets: (kind: (typeof KINDS)[number]) => string;
  /** Selects the group's columns and the sums, one row for each group. */
  sums: string;
}): { ctes: string; select: string } {
  const histogram = (kind: (typeof KINDS)[number]): string => `${kind}s as (
    select ${group}, array_agg(bucket order by bucket) as buckets, array_agg(count order by bucket) as counts
    from (select ${group}, bucket, sum(count)::int as count from (${buckets(kind)}) r group by ${group}, bucket) b group by ${group}
  )`;
  const arrays = KINDS.map((kind) => `coalesce(${kind}s.buckets, '{}'), coalesce(${kind}s.counts, '{}')`);
  const joins = KINDS.map((kind) => `left join ${kind}s using (${group})`);
  return {
    ctes: KINDS.map(histogram).join(',\n  '),
    select: `select g.*, ${arrays.join(', ')} from (${sums}) g ${joins.join(' ')}`,
  };
}
