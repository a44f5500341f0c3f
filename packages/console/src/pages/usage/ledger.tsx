import type { CreditPage } from '@errand/sdk';
import { Download } from 'lucide-react';
import { useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import type { Column } from '../../design/data-table.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { saveText } from '../../json/save-text.ts';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { toCsv } from './to-csv.ts';

const words = { grant: 'grant', adjust: 'operator change', job: 'job' };

/** Shows the balance and everything that changed it. */
export function Ledger({ organizationId, costPerDay }: { organizationId: string; costPerDay: number }) {
  const list = useList(
    keys.credits(),
    (paging, options) => errand.organizations.credits(organizationId, paging, options),
    { keepsScroll: true },
  );
  const save = useChange(() => saveLedger(organizationId));
  return (
    <Card
      title="Credits"
      actions={
        <Button size="sm" icon={<Download size={12} aria-hidden />} busy={save.isPending} onClick={() => save.mutate()}>
          CSV
        </Button>
      }
    >
      <QueryView query={list.query}>{(data) => <Balance credits={data} costPerDay={costPerDay} />}</QueryView>
      <PagedTable
        label="Ledger"
        list={list}
        columns={columns}
        empty={<p className="text-muted">No entries yet. Grants and the cost of finished jobs appear here.</p>}
      />
    </Card>
  );
}

const columns: Column<CreditPage['results'][number]>[] = [
  { header: 'When', at: ({ created_at: at }) => at },
  {
    header: 'What',
    cell: ({ kind }) => <Badge tone={kind === 'job' ? 'neutral' : 'positive'}>{words[kind]}</Badge>,
  },
  { header: 'Job', cell: ({ job_id: id }) => <JobLink id={id} /> },
  { header: 'Note', cell: ({ note }) => <bdi>{note}</bdi> },
  {
    header: 'Amount',
    numeric: true,
    className: ({ amount }) => cx('tabular-nums', amount > 0 && 'text-positive'),
    cell: ({ amount }) => `${amount > 0 ? '+' : ''}${formatCost(amount)}`,
  },
];

function Balance({ credits, costPerDay }: { credits: CreditPage; costPerDay: number }) {
  const { limited, balance, held } = credits;
  return (
    <p className="mb-3 text-md">
      {limited ? (
        <>
          Balance <strong className="tabular-nums">{formatCost(balance)}</strong>, of which{' '}
          <strong className="tabular-nums">{formatCost(held)}</strong> is held for running jobs.
          {costPerDay > 0 && ` ${lasts((balance - held) / costPerDay)}`}
        </>
      ) : (
        <>
          No credit limit is set. This organization has used{' '}
          <strong className="tabular-nums">{formatCost(-balance)}</strong> so far.
        </>
      )}
    </p>
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
