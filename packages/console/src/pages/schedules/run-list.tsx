import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { OutcomeBadge } from '../../design/outcome-badge.tsx';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { asTexts, useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

/** Lists the outcome of each due time. */
export function RunList({ scheduleId }: { scheduleId: string }) {
  const list = useList(
    keys.scheduleRuns(scheduleId),
    (paging, options) => errand.schedules.runs(scheduleId, asTexts(paging), options),
    { pageSize: 20, refetchInterval: 5_000, isLocal: true },
  );
  return (
    <PagedTable
      label="Runs"
      list={list}
      empty={
        <EmptyState title="No runs yet">Each due time appears here, with its job or why there is none.</EmptyState>
      }
      columns={[
        { header: 'Due', at: ({ due_at: at }) => at },
        { header: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
        { header: 'Job', cell: (run) => <JobOrReason jobId={run.job_id} reason={run.reason} /> },
      ]}
    />
  );
}

export const JobOrReason = ({ jobId, reason }: { jobId: string | null; reason: string | null }) =>
  jobId === null ? <span className="text-muted">{reason ?? '–'}</span> : <JobLink id={jobId} />;
