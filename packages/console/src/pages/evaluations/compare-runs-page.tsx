import type { EvaluationComparison } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { accuracyOf } from './run-status.tsx';
import { useSetName } from './use-set-name.ts';
import { ValuesText } from './values-text.tsx';
import { VersionName } from './version-name.tsx';

export function CompareRunsPage() {
  const { id } = useParams({ from: '/shell/evaluations/$id/compare' });
  const { a = '', b = '' } = useSearch({ from: '/shell/evaluations/$id/compare' });
  const comparison = useQuery({
    queryKey: keys.evaluationComparison(a, b),
    queryFn: ({ signal }) => errand.evaluationRuns.compare(a, b, { signal }),
    enabled: a !== '' && b !== '',
  });
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
      <Table label="The two runs">
        <thead>
          <tr>
            <Th>Run</Th>
            <Th>Version</Th>
            <Th numeric>Accuracy</Th>
          </tr>
        </thead>
        <tbody>
          {[a, b].map((run, index) => (
            <Tr key={index === 0 ? 'a' : 'b'}>
              <Td>
                {index === 0 ? 'A' : 'B'}{' '}
                <Link
                  to="/evaluations/runs/$id"
                  params={{ id: run.id }}
                  className="font-mono text-code text-accent hover:underline"
                >
                  {shortId(run.id)}
                </Link>
              </Td>
              <Td>
                <VersionName run={run} />
              </Td>
              <Td numeric>{accuracyOf(run)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
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

/** Keeps the server's order, in which cases that became wrong come first. */
function ChangedCases({ changed }: { changed: EvaluationComparison['changed'] }) {
  return (
    <Table label="Cases answered differently">
      <thead>
        <tr>
          <Th>Change</Th>
          <Th>Case</Th>
          <Th>Expected</Th>
          <Th>A</Th>
          <Th>B</Th>
        </tr>
      </thead>
      <tbody>
        {changed.map((one) => (
          <Tr key={one.case_id} className="align-top">
            <Td>
              <Change of={one} />
            </Td>
            <Td className="font-mono text-code">{shortId(one.case_id)}</Td>
            <Td className="max-w-sm">
              <ValuesText values={one.expected} />
            </Td>
            <Td className="max-w-sm">
              <ValuesText values={one.got_a} />
            </Td>
            <Td className="max-w-sm">
              <ValuesText values={one.got_b} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Change({ of: { correct_a: before, correct_b: after } }: { of: EvaluationComparison['changed'][number] }) {
  if (before === true && after === false) return <Badge tone="danger">worse</Badge>;
  if (before === false && after === true) return <Badge tone="positive">better</Badge>;
  return <Badge>{after === null || before === null ? 'open' : after ? 'both right' : 'both wrong'}</Badge>;
}
