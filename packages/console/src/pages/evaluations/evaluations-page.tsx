import type { EvaluationSetPage } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { CreateSetDialog } from './create-set-dialog.tsx';

const PAGE_SIZE = 25;

export function EvaluationsPage() {
  const { page = 1 } = useSearch({ from: '/shell/evaluations' });
  const navigate = useNavigate({ from: '/evaluations' });
  const canWrite = useAccess().can('member');
  const [isCreating, setIsCreating] = useState(false);
  const filter = { page, page_size: PAGE_SIZE };
  const sets = useQuery({
    queryKey: keys.evaluationSetList(filter),
    queryFn: ({ signal }) => errand.evaluationSets.list(filter, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = canWrite && (
    <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setIsCreating(true)}>
      New evaluation set
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Evaluations"
        description="Sets of cases with known answers, and how each version scored."
        actions={create}
      />
      <QueryView query={sets}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title="No evaluation sets yet" actions={create}>
              Collect cases from reviewed jobs or a file. Then run a version on them before you make it current.
            </EmptyState>
          ) : (
            <>
              <SetTable sets={data.results} />
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={data.count}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </QueryView>
      {isCreating && <CreateSetDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function SetTable({ sets }: { sets: EvaluationSetPage['results'] }) {
  return (
    <Table label="Evaluation sets">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Description</Th>
          <Th numeric>Cases</Th>
          <Th>Cases changed</Th>
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <Tr key={set.id} className="relative">
            <Td>
              <Link
                to="/evaluations/$id"
                params={{ id: set.id }}
                className="font-medium text-accent after:absolute after:inset-0 hover:underline"
              >
                <bdi>{set.name}</bdi>
              </Link>
            </Td>
            <Td className="max-w-xl truncate text-muted">
              <bdi>{set.description}</bdi>
            </Td>
            <Td numeric>{formatNumber(set.case_count)}</Td>
            <Td>
              <RelativeTime at={set.cases_changed_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
