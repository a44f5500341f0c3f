import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { saveText } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { toCsv } from './to-csv.ts';

const PAGE_SIZE = 25;
const words = { grant: 'grant', adjust: 'operator change', job: 'job' };

/** Shows the balance and everything that changed it. */
export function Ledger({ organizationId, costPerDay }: { organizationId: string; costPerDay: number }) {
  const { page = 1 } = useSearch({ from: '/shell/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const credits = useQuery({
    queryKey: keys.credits(page),
    queryFn: ({ signal }) => errand.organizations.credits(organizationId, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({ mutationFn: () => saveLedger(organizationId) });
  return (
    <Card
      title="Credits"
      actions={
        <Button size="sm" icon={<Download size={12} aria-hidden />} busy={save.isPending} onClick={() => save.mutate()}>
          CSV
        </Button>
      }
    >
      <QueryView query={credits}>
        {(data) => (
          <div className="flex flex-col gap-3">
            <p className="text-md">
              {data.limited ? (
                <>
                  Balance <strong className="tabular-nums">{formatCost(data.balance)}</strong>, of which{' '}
                  <strong className="tabular-nums">{formatCost(data.held)}</strong> is held for running jobs.
                  {costPerDay > 0 && ` ${lasts((data.balance - data.held) / costPerDay)}`}
                </>
              ) : (
                <>
                  No credit limit is set. This organization has used{' '}
                  <strong className="tabular-nums">{formatCost(-data.balance)}</strong> so far.
                </>
              )}
            </p>
            {data.results.length === 0 ? (
              <p className="text-muted">No entries yet. Grants and the cost of finished jobs appear here.</p>
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

/** Says how long the balance lasts at the current rate. */
function lasts(days: number): string {
  if (days <= 0) return 'No credits are left for more jobs.';
  if (days < 1) return 'At this rate it lasts less than a day.';
  return days > 3_650 ? '' : `At this rate it lasts ${formatNumber(days)} ${days < 1.5 ? 'day' : 'days'}.`;
}

const EXPORT_PAGES_MAX = 100;

/** Saves the newest entries, up to ten thousand. */
async function saveLedger(organizationId: string): Promise<void> {
  const rows: object[] = [];
  for (let page = 1; page <= EXPORT_PAGES_MAX; page++) {
    const { results, next } = await errand.organizations.credits(organizationId, { page, page_size: 100 });
    for (const { created_at: time, kind, amount, job_id: job, note } of results)
      rows.push({ time, kind, amount_usd: amount, job, note });
    if (next === null) break;
  }
  saveText(toCsv(rows), 'credits.csv', 'text/csv');
}
