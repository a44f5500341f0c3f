import type { Case, CaseTransaction, CaseTransactionPage } from '@errand/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatAmount, formatMoment, formatNumber } from '../../design/format.ts';
import { counted } from '../../design/plural.ts';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type Filter = { counterparty?: string; direction?: 'in' | 'out'; min_amount?: number; since?: string; until?: string };

/** The subject's transactions: filters, figures over all that fit, and the filter kept as a note that can be cited. */
export function CaseTransactions({ one }: { one: Case }) {
  const { tab: _tab, page: _page, ...filter } = useSearch({ from: '/shell/cases/$id' });
  const navigate = useNavigate({ from: '/cases/$id' });
  const list = useList<CaseTransaction, CaseTransactionPage>(
    keys.caseTransactions(one.id, filter),
    (paging, options) => errand.transactions.list(one.id, { ...filter, ...paging }, options),
    { retry: false, keepsScroll: true },
  );
  const { query } = list;
  if (query.error !== null && query.data === undefined)
    return (
      <EmptyState title="No transactions to show">
        {query.error.message} An administrator names the table under Cases, Queues.
      </EmptyState>
    );
  return (
    <Card
      title={query.data === undefined ? 'Transactions' : `Transactions (${formatNumber(query.data.count)})`}
      actions={query.data && <Cite one={one} filter={filter} found={query.data} />}
    >
      <Filters
        key={JSON.stringify(filter)}
        filter={filter}
        onChange={(next) => void navigate({ search: { tab: 'transactions', ...next }, resetScroll: false })}
      />
      {query.data && <Figures found={query.data} />}
      <PagedTable
        label="Transactions"
        list={list}
        rowKey={({ id, at, from, to, amount }, index) => id ?? `${at} ${from} ${to} ${amount} ${index}`}
        columns={columns}
        empty={<p className="text-muted">No transaction fits.</p>}
      />
      {query.data && (
        <details className="mt-3">
          <summary className="cursor-pointer">The statement that selects these rows</summary>
          <CodeBlock code={query.data.statement} />
        </details>
      )}
    </Card>
  );
}

const columns: Column<CaseTransaction>[] = [
  { header: 'When', cell: ({ at }) => formatMoment(at) },
  { header: 'From', cell: ({ from }) => <bdi>{from}</bdi> },
  { header: 'To', cell: ({ to }) => <bdi>{to}</bdi> },
  { header: 'Direction', from: 'xl', cell: ({ direction }) => direction },
  {
    header: 'Amount',
    numeric: true,
    cell: ({ amount, currency }) => `${formatAmount(amount)}${currency === null ? '' : ` ${currency}`}`,
  },
];

const DAY_MS = 86_400_000;
const directions = [
  { value: '', label: 'In and out' },
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
] as const;

/** Days are those of UTC. A window that begins within a day keeps its exact times until another day is chosen. */
function Filters({ filter, onChange }: { filter: Filter; onChange(filter: Filter): void }) {
  const [direction, setDirection] = useState<'' | 'in' | 'out'>(filter.direction ?? '');
  const before = { since: dayOf(filter.since, 0), until: dayOf(filter.until, -1) };
  function apply(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string): string => String(given.get(name) ?? '').trim();
    const day = (name: 'since' | 'until', after: number): string | undefined =>
      text(name) === before[name]
        ? filter[name]
        : text(name) === ''
          ? undefined
          : new Date(Date.parse(`${text(name)}T00:00:00Z`) + after).toISOString();
    const [since, until] = [day('since', 0), day('until', DAY_MS)];
    onChange({
      ...(text('counterparty') && { counterparty: text('counterparty') }),
      ...(direction && { direction }),
      ...(text('min_amount') && { min_amount: Number(text('min_amount')) }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    });
  }
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <form className="mb-3 flex flex-wrap items-end gap-3" onSubmit={apply}>
      <Field label="Other account">
        <Input name="counterparty" className="w-40" defaultValue={filter.counterparty ?? ''} />
      </Field>
      <Field label="Direction">
        <Select className="w-32!" value={direction} options={directions} onChange={setDirection} />
      </Field>
      <Field label="Amount from">
        <Input name="min_amount" type="number" step="any" className="w-28" defaultValue={filter.min_amount ?? ''} />
      </Field>
      <Field label="From day">
        <Input name="since" type="date" className="w-36" defaultValue={before.since} />
      </Field>
      <Field label="To day">
        <Input name="until" type="date" className="w-36" defaultValue={before.until} />
      </Field>
      <Button type="submit">Filter</Button>
      {isFiltered && (
        <Button variant="quiet" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </form>
  );
}

/** The day of a time, or of the moment before it, where it is an end. */
const dayOf = (at: string | undefined, after: number): string =>
  at === undefined ? '' : new Date(Date.parse(at) + after).toISOString().slice(0, 10);

function Figures({ found: { figures, unusable_count: unusable } }: { found: CaseTransactionPage }) {
  const side = ({ count, amount, accounts }: (typeof figures)['in'], word: string): string =>
    `${formatAmount(amount)} in ${counted(count, 'transaction')}, ${word} ${counted(accounts, 'account')}`;
  return (
    <div className="mb-3">
      <Facts
        facts={[
          ['In', side(figures.in, 'from')],
          ['Out', side(figures.out, 'to')],
          ...(unusable > 0
            ? [['Left out', `${formatNumber(unusable)} without a time, an account or an amount`] as [string, string]]
            : []),
        ]}
      />
    </div>
  );
}

function Cite({ one, filter, found }: { one: Case; filter: Filter; found: CaseTransactionPage }) {
  const { can } = useAccess();
  const cite = useChange(
    () => {
      const { in: into, out } = found.figures;
      const words = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
      return errand.caseDesk.note(one.id, {
        text: `${formatNumber(found.count)} transactions${words.length > 0 ? ` (${words.join(', ')})` : ''}: ${formatAmount(into.amount)} in, ${formatAmount(out.amount)} out.\n\n${found.statement}`,
      });
    },
    async () => {
      showToast('Kept as a note', { description: 'A sentence of the report can cite it.' });
      await reload(keys.cases());
    },
  );
  if (!can('analyst') || one.state === 'closed') return null;
  return (
    <Button size="sm" busy={cite.isPending} onClick={() => cite.mutate()}>
      Keep as a note
    </Button>
  );
}
