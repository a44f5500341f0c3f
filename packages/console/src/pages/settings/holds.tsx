import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

const PAGE_SIZE = 25;

/** Lists the jobs under a legal hold, with who placed it and why. */
export function Holds({ organizationId }: { organizationId: string }) {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const holds = useQuery({
    queryKey: keys.holdList(page),
    queryFn: ({ signal }) => errand.cases.holds(organizationId, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const release = useMutation({
    mutationFn: (jobId: string) => errand.cases.releaseHold(jobId),
    async onSuccess() {
      showToast('The hold is released');
      await queryClient.invalidateQueries({ queryKey: keys.holds() });
    },
  });
  return (
    <Card title="Legal holds">
      <QueryView query={holds} rows={2}>
        {({ count, results }) =>
          count === 0 ? (
            <p className="text-muted">No jobs are on hold. Place a hold on the page of a job.</p>
          ) : (
            <>
              <Table label="Legal holds">
                <thead>
                  <tr>
                    <Th>Job</Th>
                    <Th>Reason</Th>
                    <Th>By</Th>
                    <Th>Since</Th>
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {results.map((hold) => (
                    <Tr key={hold.job_id}>
                      <Td>
                        <Link
                          to="/jobs/$id"
                          params={{ id: hold.job_id }}
                          className="font-mono text-code text-accent hover:underline"
                        >
                          {shortId(hold.job_id)}
                        </Link>
                      </Td>
                      <Td dir="auto" className="break-words">
                        {hold.reason}
                      </Td>
                      <Td>{hold.placed_by ?? 'an operator'}</Td>
                      <Td>
                        <RelativeTime at={hold.placed_at} />
                      </Td>
                      <Td className="text-right">
                        <Button
                          size="sm"
                          busy={release.isPending && release.variables === hold.job_id}
                          onClick={() => release.mutate(hold.job_id)}
                        >
                          Release
                        </Button>
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={setPage} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}
