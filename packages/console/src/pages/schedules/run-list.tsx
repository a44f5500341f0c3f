import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
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

const PAGE_SIZE = 20;

/** Lists the outcome of each due time. */
export function RunList({ scheduleId }: { scheduleId: string }) {
  const [page, setPage] = useState(1);
  const runs = useQuery({
    queryKey: keys.scheduleRuns(scheduleId, page),
    queryFn: ({ signal }) =>
      errand.schedules.runs(scheduleId, { page: String(page), page_size: String(PAGE_SIZE) }, { signal }),
    refetchInterval: 5_000,
  });
  return (
    <QueryView query={runs}>
      {({ count, results }) =>
        count === 0 ? (
          <EmptyState title="No runs yet">Each due time appears here, with its job or why there is none.</EmptyState>
        ) : (
          <div>
            <Table label="Runs">
              <thead>
                <tr>
                  <Th>Due</Th>
                  <Th>Outcome</Th>
                  <Th>Job</Th>
                </tr>
              </thead>
              <tbody>
                {results.map((run) => (
                  <Tr key={run.id}>
                    <Td>
                      <RelativeTime at={run.due_at} />
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

export function JobOrReason({ jobId, reason }: { jobId: string | null; reason: string | null }) {
  if (jobId === null) return <span className="text-muted">{reason ?? '–'}</span>;
  return (
    <Link to="/jobs/$id" params={{ id: jobId }} className="font-mono text-code text-accent hover:underline">
      {shortId(jobId)}
    </Link>
  );
}
