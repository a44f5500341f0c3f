import type { EvaluationCase, EvaluationSet } from '@errand/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { ValuesText } from './values-text.tsx';

const PAGE_SIZE = 25;

export type SetPartProps = { set: EvaluationSet; page: number; onPage(page: number): void; canWrite: boolean };

export function SetCases({ set, page, onPage, canWrite }: SetPartProps) {
  const cases = useQuery({
    queryKey: keys.evaluationCases(set.id, page),
    queryFn: ({ signal }) => errand.evaluationSets.cases(set.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={cases}>
      {(data) =>
        data.results.length === 0 ? (
          <EmptyState title="No cases yet">
            Add them from a CSV or JSON lines file, or from jobs that people have reviewed.
          </EmptyState>
        ) : (
          <>
            <CaseTable set={set} cases={data.results} canWrite={canWrite} />
            <Pager page={page} pageSize={PAGE_SIZE} count={data.count} onPage={onPage} />
          </>
        )
      }
    </QueryView>
  );
}

type CaseTableProps = { set: EvaluationSet; cases: readonly EvaluationCase[]; canWrite: boolean };

function CaseTable({ set, cases, canWrite }: CaseTableProps) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (caseId: string) => errand.evaluationSets.deleteCase(set.id, caseId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.evaluationSets() }),
  });
  return (
    <Table label="Cases">
      <thead>
        <tr>
          <Th>Case</Th>
          <Th>Inputs</Th>
          <Th>Expected</Th>
          <Th numeric>Weight</Th>
          <Th>From</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <Tr key={one.id} className="align-top">
            <Td className="font-mono text-code">{shortId(one.id)}</Td>
            <Td className="max-w-md">
              <ValuesText values={one.inputs} />
            </Td>
            <Td className="max-w-md">
              <ValuesText values={one.expected} />
            </Td>
            <Td numeric>{one.weight}</Td>
            <Td>
              {one.job_id === null ? (
                '–'
              ) : (
                <Link to="/jobs/$id" params={{ id: one.job_id }} className="text-accent hover:underline">
                  reviewed job
                </Link>
              )}{' '}
              {one.frozen && <Badge>frozen evidence</Badge>}
            </Td>
            <Td className="text-right">
              {canWrite && (
                <IconButton
                  label={`Delete case ${shortId(one.id)}`}
                  icon={<Trash2 size={14} aria-hidden />}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(one.id)}
                />
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
