import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { OutcomeBadge } from '../../design/outcome-badge.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { JobOrReason } from '../schedules/run-list.tsx';

const PAGE_SIZE = 20;

/** Lists the outcome of each event. */
export function EventList({ triggerId }: { triggerId: string }) {
  const [page, setPage] = useState(1);
  const runs = useQuery({
    queryKey: keys.triggerRuns(triggerId, page),
    queryFn: ({ signal }) =>
      errand.triggers.runs(triggerId, { page: String(page), page_size: String(PAGE_SIZE) }, { signal }),
    refetchInterval: 5_000,
  });
  return (
    <QueryView query={runs}>
      {({ count, results }) =>
        count === 0 ? (
          <EmptyState title="No events yet">
            Each event appears here with its job, or with the reason why it started none.
          </EmptyState>
        ) : (
          <div>
            <Table label="Events">
              <thead>
                <tr>
                  <Th>Received</Th>
                  <Th>Event</Th>
                  <Th>Outcome</Th>
                  <Th>Job or reason</Th>
                </tr>
              </thead>
              <tbody>
                {results.map((run) => (
                  <Tr key={run.id}>
                    <Td>
                      <RelativeTime at={run.at} />
                    </Td>
                    <Td className="max-w-60 truncate font-mono text-code">
                      {run.delivery_id ?? (run.source_job_id ? `job ${shortId(run.source_job_id)}` : '–')}
                    </Td>
                    <Td>
                      <OutcomeBadge outcome={run.outcome} />
                    </Td>
                    <Td>
                      <JobOrReason jobId={run.job_id} reason={run.reason} />
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
            <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={setPage} />
          </div>
        )
      }
    </QueryView>
  );
}
