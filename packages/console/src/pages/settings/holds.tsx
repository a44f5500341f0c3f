import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { showToast } from '../../design/toast.ts';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

/** Lists the jobs under a legal hold, with who placed it and why. */
export function Holds({ organizationId }: { organizationId: string }) {
  const list = useList(keys.holds(), (paging, options) => errand.cases.holds(organizationId, paging, options), {
    isLocal: true,
  });
  const release = useChange(
    (jobId: string) => errand.cases.releaseHold(jobId),
    async () => {
      showToast('The hold is released');
      await reload(keys.holds());
    },
  );
  return (
    <Card title="Legal holds">
      <PagedTable
        label="Legal holds"
        list={list}
        empty={<p className="text-muted">No jobs are on hold. Place a hold on the page of a job.</p>}
        rowKey={(hold) => hold.job_id}
        columns={[
          { header: 'Job', cell: (hold) => <JobLink id={hold.job_id} /> },
          { header: 'Reason', className: 'break-words', dir: 'auto', cell: ({ reason }) => reason },
          { header: 'By', cell: (hold) => hold.placed_by ?? 'an operator' },
          { header: 'Since', at: ({ placed_at: at }) => at },
          {
            actions: ({ job_id: id }) => (
              <Button size="sm" busy={release.isPending && release.variables === id} onClick={() => release.mutate(id)}>
                Release
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
