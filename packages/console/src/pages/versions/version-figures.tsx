import type { VersionActivity } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { writeSigned } from '../../design/changes.ts';
import type { Column } from '../../design/data-table.tsx';
import { formatCost, formatDuration, formatNumber, formatPercent, spreadWords } from '../../design/format.ts';
import { errand } from '../../session/client.ts';

/** Returns the stats of each version in the last 30 days, by id. */
export function useVersionFigures(
  agentId: string,
): ReadonlyMap<string, VersionActivity['versions'][number]> | undefined {
  const data = useActivity(agentId);
  return data && new Map(data.versions.map((one) => [one.agent_version_id, one]));
}

const useActivity = (agentId: string): VersionActivity | undefined =>
  useRead(keys.versionActivity(agentId), (options) => errand.activity.ofVersions(agentId, {}, options), {
    staleTime: 15_000,
    refetchInterval: 30_000,
  }).data;

/** Says how often another model was asked because values were not trusted. */
export function Escalations({ agentId }: { agentId: string }) {
  const data = useActivity(agentId);
  const jobs = data?.versions.reduce((sum, one) => sum + endedOf(one) + one.cancelled, 0) ?? 0;
  const asked = data?.models.filter((one) => one.escalated_jobs > 0) ?? [];
  if (asked.length === 0) return null;
  const shares = asked.map((one) => `${formatPercent(one.escalated_jobs, jobs)} to ${one.model}`);
  return (
    <p className="text-muted">
      Escalated in the last 30 days, because values were not trusted: {shares.join(', ')} (of {formatNumber(jobs)} jobs)
    </p>
  );
}

const endedOf = ({ succeeded, failed }: VersionActivity['versions'][number]): number => succeeded + failed;
const costOf = (figures: VersionActivity['versions'][number]): number => figures.cost / Math.max(1, endedOf(figures));

/** How the jobs of a version went in the last 30 days. */
export const figureColumns = <Row,>(
  of: (row: Row) => VersionActivity['versions'][number] | undefined,
): Column<Row>[] => {
  const column = (header: string, text: (figures: VersionActivity['versions'][number]) => string): Column<Row> => ({
    header,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: (row) => {
      const figures = of(row);
      // They come late. An element keeps its place in a card on a phone, a plain dash would be left out.
      return figures === undefined ? <>–</> : text(figures);
    },
  });
  return [
    column('Jobs, 30 days', (figures) => formatNumber(endedOf(figures) + figures.cancelled)),
    column('Succeeded', (figures) => formatPercent(figures.succeeded, endedOf(figures))),
    column('p95', (figures) => formatDuration(figures.p95_ms)),
    column('Cost per job', (figures) => (endedOf(figures) > 0 ? formatCost(costOf(figures)) : '–')),
  ];
};

type ChangesProps = {
  from: string;
  to: string;
  figures: ReadonlyMap<string, VersionActivity['versions'][number]> | undefined;
};

/** Compares the results, time and cost of two versions, if both have run. */
export function FigureChanges({ from, to, figures }: ChangesProps) {
  const [before, after] = [figures?.get(from), figures?.get(to)];
  if (!before || !after || endedOf(before) === 0 || endedOf(after) === 0) return null;
  const rate = (one: VersionActivity['versions'][number]) => (one.succeeded / endedOf(one)) * 100;
  const parts = [
    `success ${writeSigned(rate(after) - rate(before))} points`,
    ...(before.p95_ms && after.p95_ms ? [`p95 ${relative(before.p95_ms, after.p95_ms)}`] : []),
    ...(before.cost > 0 ? [`cost per job ${relative(costOf(before), costOf(after))}`] : []),
  ];
  return (
    <p className="mb-4 text-muted">
      In the last 30 days: {parts.join(', ')} (of {formatNumber(endedOf(before))} and {formatNumber(endedOf(after))}{' '}
      jobs)
    </p>
  );
}

const relative = (before: number, after: number): string => `${writeSigned(((after - before) / before) * 100)} %`;

/** Estimates time and cost of a run from the working time of the version's jobs: the queue is not of its making. */
export function Estimate({ agentId, versionId }: { agentId: string; versionId: string }) {
  const figures = useVersionFigures(agentId)?.get(versionId);
  if (!figures || figures.worked_p50_ms === null) return null;
  return (
    <span className="text-muted">
      Usually {spreadWords(figures.worked_p50_ms, figures.worked_p95_ms)} of work, about {formatCost(costOf(figures))}
    </span>
  );
}
