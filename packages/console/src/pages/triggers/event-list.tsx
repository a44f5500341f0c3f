import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { OutcomeBadge } from '../../design/outcome-badge.tsx';
import { shortId } from '../../design/short-id.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { asTexts, useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { JobOrReason } from '../schedules/run-list.tsx';

/** Lists the outcome of each event. */
export function EventList({ triggerId }: { triggerId: string }) {
  const list = useList(
    keys.triggerRuns(triggerId),
    (paging, options) => errand.triggers.runs(triggerId, asTexts(paging), options),
    { pageSize: 20, refetchInterval: 5_000, isLocal: true },
  );
  return (
    <PagedTable
      label="Events"
      list={list}
      empty={
        <EmptyState title="No events yet">
          Each event appears here with its job or case alert, or with the reason why there is none.
        </EmptyState>
      }
      columns={[
        { header: 'Received', at: (run) => run.at },
        {
          header: 'Event',
          className: 'max-w-60 truncate font-mono text-code',
          cell: ({ delivery_id: event, source_job_id: job }) => event ?? (job ? `job ${shortId(job)}` : '–'),
        },
        { header: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
        {
          header: 'Result',
          cell: (run) =>
            run.case_alert_id === null ? (
              <JobOrReason jobId={run.job_id} reason={run.reason} />
            ) : (
              <span title={run.case_alert_id}>Alert {shortId(run.case_alert_id)}</span>
            ),
        },
      ]}
    />
  );
}
