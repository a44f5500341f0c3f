import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { shortId } from '../../design/copy.tsx';
import { cx } from '../../design/cx.ts';
import { formatCost } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';

const PAGE_SIZE = 25;
const words = { grant: 'granted', adjust: 'set by the operator', job: 'job' };

/** The balance and everything that changed it. */
export function Ledger({ organizationId }: { organizationId: string }) {
  const { page = 1 } = useSearch({ from: '/shell/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const credits = useQuery({
    queryKey: keys.credits(page),
    queryFn: ({ signal }) => errand.organizations.credits(organizationId, { page, page_size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Credits">
      <QueryView query={credits}>
        {(data) => (
          <div className="flex flex-col gap-3">
            <p className="text-md">
              {data.limited ? (
                <>
                  Balance <strong className="tabular-nums">{formatCost(data.balance)}</strong>, of which{' '}
                  <strong className="tabular-nums">{formatCost(data.held)}</strong> is held for jobs that run.
                </>
              ) : (
                <>
                  This organization has no limit. It has used{' '}
                  <strong className="tabular-nums">{formatCost(-data.balance)}</strong> net so far.
                </>
              )}
            </p>
            {data.results.length === 0 ? (
              <p className="text-muted">No entries yet: grants and the cost of finished jobs show up here.</p>
            ) : (
              <Table label="Ledger">
                <thead>
                  <tr>
                    <Th>When</Th>
                    <Th>What</Th>
                    <Th>Job</Th>
                    <Th>Note</Th>
                    <Th numeric>Amount</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.results.map((entry) => (
                    <Tr key={entry.id}>
                      <Td>
                        <RelativeTime at={entry.created_at} />
                      </Td>
                      <Td>
                        <Badge tone={entry.kind === 'job' ? 'neutral' : 'positive'}>{words[entry.kind]}</Badge>
                      </Td>
                      <Td>
                        {entry.job_id === null ? (
                          '–'
                        ) : (
                          <Link
                            to="/jobs/$id"
                            params={{ id: entry.job_id }}
                            className="font-mono text-code text-accent hover:underline"
                          >
                            {shortId(entry.job_id)}
                          </Link>
                        )}
                      </Td>
                      <Td>
                        <bdi>{entry.note}</bdi>
                      </Td>
                      <Td numeric className={cx('tabular-nums', entry.amount > 0 && 'text-positive')}>
                        {entry.amount > 0 && '+'}
                        {formatCost(entry.amount)}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            )}
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              count={data.count}
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }), resetScroll: false })}
            />
          </div>
        )}
      </QueryView>
    </Card>
  );
}
