import type { EvaluationComparison } from '@errand/sdk';
import { useParams, useSearch } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { CopyId } from '../../design/copy.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { IdLink } from '../../lists/links.tsx';
import { errand } from '../../session/client.ts';
import { accuracyOf } from './run-status.tsx';
import { useSetName } from './use-set-name.ts';
import { ValuesText } from './values-text.tsx';
import { VersionName } from './version-name.tsx';

export function CompareRunsPage() {
  const { id } = useParams({ from: '/shell/evaluations/$id/compare' });
  const { a = '', b = '' } = useSearch({ from: '/shell/evaluations/$id/compare' });
  const comparison = useRead(
    keys.evaluationComparison(a, b),
    (options) => errand.evaluationRuns.compare(a, b, options),
    { enabled: a !== '' && b !== '' },
  );
  const crumbs = [
    { label: 'Evaluations', to: '/evaluations' },
    { label: useSetName(id), to: `/evaluations/${id}` },
  ];
  return (
    <>
      <PageHeader title="Compare runs" crumbs={crumbs} />
      {a === '' || b === '' ? (
        <EmptyState title="Choose two runs">Select them on the page of the set.</EmptyState>
      ) : (
        <QueryView query={comparison}>{(data) => <ComparisonView comparison={data} />}</QueryView>
      )}
    </>
  );
}

function ComparisonView({ comparison }: { comparison: EvaluationComparison }) {
  const { a, b, changed, better, worse, only_a: onlyA, only_b: onlyB } = comparison;
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        label="The two runs"
        rows={[a, b]}
        rowKey={(_run, index) => index}
        columns={[
          {
            header: 'Run',
            cell: (run, index) => (
              <>
                {index === 0 ? 'A' : 'B'} <IdLink to={`/evaluations/runs/${run.id}`} id={run.id} />
              </>
            ),
          },
          { header: 'Version', cell: (run) => <VersionName run={run} /> },
          { header: 'Accuracy', numeric: true, cell: accuracyOf },
        ]}
      />
      <p className="font-medium">{describeDifference(comparison)}</p>
      <p>
        {formatNumber(worse)} worse, {formatNumber(better)} better, {formatNumber(changed.length)} answered differently.
        {onlyA + onlyB > 0 &&
          ` The cases changed between the two runs: ${formatNumber(onlyA)} only in A, ${formatNumber(onlyB)} only in B.`}
      </p>
      {changed.length === 0 ? (
        <EmptyState title="No difference">Both runs gave the same answer to every case they share.</EmptyState>
      ) : (
        <ChangedCases changed={changed} />
      )}
    </div>
  );
}

function describeDifference({ difference: { value, low, high }, conclusive }: EvaluationComparison): string {
  const range = `difference ${points(value)} (95 %: ${points(low)} to ${points(high)})`;
  // With a handful of cases the interval may leave zero out by chance, so it is not shown as if it proved something.
  if (!conclusive && (low > 0 || high < 0))
    return `Not enough cases to tell which run is better: difference ${points(value)} so far, which chance could explain.`;
  if (!conclusive) return `Not enough cases to tell which run is better: ${range}.`;
  return `${value > 0 ? 'B' : 'A'} is better: ${range}.`;
}

const points = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} points`;

/** Keeps the server's order, in which cases that became wrong come first. */
function ChangedCases({ changed }: { changed: EvaluationComparison['changed'] }) {
  return (
    <DataTable
      label="Cases answered differently"
      rows={changed}
      rowKey={(one) => one.case_id}
      rowClass="align-top"
      columns={[
        { header: 'Change', cell: (one) => <Change of={one} /> },
        { header: 'Expected', className: 'max-w-sm', cell: (one) => <ValuesText values={one.expected} /> },
        { header: 'A', className: 'max-w-sm', cell: (one) => <ValuesText values={one.got_a} /> },
        { header: 'B', className: 'max-w-sm', cell: (one) => <ValuesText values={one.got_b} /> },
        { header: 'Case', from: 'xl', cell: (one) => <CopyId id={one.case_id} className="-ml-1" /> },
      ]}
    />
  );
}

function Change({ of: { correct_a: before, correct_b: after } }: { of: EvaluationComparison['changed'][number] }) {
  if (before === true && after === false) return <Badge tone="danger">worse</Badge>;
  if (before === false && after === true) return <Badge tone="positive">better</Badge>;
  return <Badge>{after === null || before === null ? 'open' : after ? 'both right' : 'both wrong'}</Badge>;
}
