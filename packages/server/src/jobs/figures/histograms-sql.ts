// Groups of figures with their histograms: rows of a source are grouped, and counts of the same bucket are added.

const KINDS = ['duration', 'waiting'] as const;

/**
 * Two parts of a statement. `ctes`: the histograms by group. `select`: the sums that `sums` selects for each group, and the
 * histograms of both kinds behind them.
 */
export function grouped({
  group,
  buckets,
  sums,
}: {
  /** The columns of a group. */
  group: string;
  /** The rows that have times of a kind: the group's columns, `bucket` and `count`. */
  buckets: (kind: (typeof KINDS)[number]) => string;
  /** Gives the group's columns and whatever is added up, one row for each group. */
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
