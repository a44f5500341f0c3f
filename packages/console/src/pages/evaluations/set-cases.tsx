import type { EvaluationSet } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { shortId } from '../../design/short-id.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { ValuesText } from './values-text.tsx';

export function SetCases({ set, canWrite }: { set: EvaluationSet; canWrite: boolean }) {
  const list = useList(keys.evaluationCases(set.id), (paging, options) =>
    errand.evaluationSets.cases(set.id, paging, options),
  );
  const remove = useChange(
    (caseId: string) => errand.evaluationSets.deleteCase(set.id, caseId),
    () => reload(keys.evaluationSets()),
  );
  return (
    <PagedTable
      label="Cases"
      list={list}
      empty={
        <EmptyState title="No cases yet" command={`errand evaluations add "${set.name}" cases.csv`}>
          Add them from a CSV or JSON lines file, or from jobs that people have reviewed.
        </EmptyState>
      }
      rowClass="align-top"
      columns={[
        { header: 'Inputs', className: 'max-w-md', cell: ({ inputs }) => <ValuesText values={inputs} /> },
        { header: 'Expected', className: 'max-w-md', cell: ({ expected }) => <ValuesText values={expected} /> },
        { header: 'Weight', numeric: true, cell: ({ weight }) => weight },
        {
          header: 'From',
          cell: ({ job_id: id, frozen }) => (
            <>
              {id === null ? (
                '–'
              ) : (
                <Link to="/jobs/$id" params={{ id }} className="text-accent hover:underline">
                  reviewed job
                </Link>
              )}{' '}
              {frozen && <Badge>frozen evidence</Badge>}
            </>
          ),
        },
        { header: 'Case', from: 'xl', cell: ({ id }) => <CopyId id={id} className="-ml-1" /> },
        {
          actions: ({ id }) =>
            canWrite && (
              <IconButton
                label={`Delete case ${shortId(id)}`}
                icon={<Trash2 size={14} aria-hidden />}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              />
            ),
        },
      ]}
    />
  );
}
