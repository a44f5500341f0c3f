import type { Policy, RehearsalSummary } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { isUnderWay, TrialStatus } from '../evaluations/run-status.tsx';
import { undecidableOf } from './flip-words.ts';
import { PolicyVersionName } from './policy-version-name.tsx';
import { RehearsalActions } from './rehearsal-actions.tsx';
import { StartRehearsalDialog } from './start-rehearsal-dialog.tsx';

const PAGE_SIZE = 25;
const LOOK_MS = 1_000;

type RehearsalListProps = { policy: Policy; page: number; onPage(page: number): void; canWrite: boolean };

/** The rehearsals of a policy, newest first. */
export function RehearsalList({ policy, page, onPage, canWrite }: RehearsalListProps) {
  const navigate = useNavigate();
  const [isStarting, setIsStarting] = useState(false);
  const list = useQuery({
    queryKey: keys.rehearsalList(policy.id, page),
    queryFn: ({ signal }) => errand.rehearsals.list(policy.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? LOOK_MS : false),
  });
  const button = canWrite && (
    <Button icon={<FlaskConical size={14} aria-hidden />} onClick={() => setIsStarting(true)}>
      Rehearse a version…
    </Button>
  );
  return (
    <>
      <QueryView query={list}>
        {({ count, results }) =>
          results.length === 0 ? (
            <EmptyState title="No rehearsals yet" actions={button}>
              A rehearsal decides past cases again with another version and shows which verdicts would flip.
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="text-muted">Past cases decided again with another version, before it becomes current.</p>
                {button}
              </div>
              <RehearsalTable rehearsals={results} canWrite={canWrite} />
              <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={onPage} />
            </div>
          )
        }
      </QueryView>
      {isStarting && (
        <StartRehearsalDialog
          policy={policy}
          onClose={() => setIsStarting(false)}
          onStarted={({ id }) =>
            void navigate({ to: '/policies/$id/rehearsals/$rehearsalId', params: { id: policy.id, rehearsalId: id } })
          }
        />
      )}
    </>
  );
}

function RehearsalTable({ rehearsals, canWrite }: { rehearsals: readonly RehearsalSummary[]; canWrite: boolean }) {
  return (
    <Table label="Rehearsals">
      <thead>
        <tr>
          <Th>Rehearsal</Th>
          <Th>Version</Th>
          <Th>Status</Th>
          <Th numeric>Cases</Th>
          <Th numeric>Flips</Th>
          <Th numeric>Unchanged</Th>
          <Th numeric>Undecidable</Th>
          <Th numeric>Cost</Th>
          <Th>Started</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rehearsals.map((one) => (
          <Tr key={one.id}>
            <Td>
              <Link
                to="/policies/$id/rehearsals/$rehearsalId"
                params={{ id: one.policy_id, rehearsalId: one.id }}
                className="font-mono text-code text-accent hover:underline"
              >
                {shortId(one.id)}
              </Link>
            </Td>
            <Td>
              <PolicyVersionName id={one.version_id} />
            </Td>
            <Td>
              <TrialStatus trial={one} />
            </Td>
            <Td numeric>{formatNumber(one.total)}</Td>
            <Td numeric>{formatNumber(one.flip_count)}</Td>
            <Td numeric>{formatNumber(one.unchanged)}</Td>
            <Td numeric>{formatNumber(undecidableOf(one))}</Td>
            <Td numeric>{formatCost(one.cost)}</Td>
            <Td>
              <RelativeTime at={one.started_at} />
            </Td>
            <Td className="text-right">{canWrite && <RehearsalActions rehearsal={one} />}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
