import type { Case, CaseTransactionPage } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatAmount, formatMoment, formatNumber } from '../../design/format.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type Filter = { counterparty?: string; min_amount?: number; since?: string; until?: string };
const PAGE_SIZE = 20;

/** The subject's transactions: filters, figures over all that fit, and the filter kept as a note that can be cited. */
export function CaseTransactions({ one }: { one: Case }) {
  const [filter, setFilter] = useState<Filter>({});
  const [page, setPage] = useState(1);
  const found = useRead(
    keys.caseTransactions(one.id, { ...filter, page }),
    (options) => errand.transactions.list(one.id, { ...filter, page, page_size: PAGE_SIZE }, options),
    { retry: false, placeholderData: keepPreviousData },
  );
  // Queues without a table of transactions have nothing to show.
  if (found.data === undefined) return null;
  const { count, results } = found.data;
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  return (
    <Card
      title={`Transactions (${formatNumber(count)})`}
      actions={<Cite one={one} filter={filter} found={found.data} />}
    >
      <Filters
        onChange={(next) => {
          setFilter(next);
          setPage(1);
        }}
      />
      <Figures found={found.data} />
      <DataTable
        label="Transactions"
        rows={results}
        rowKey={({ id, at, from, to, amount }) => id ?? `${at} ${from} ${to} ${amount}`}
        columns={[
          { header: 'When', cell: ({ at }) => formatMoment(at) },
          { header: 'From', cell: ({ from }) => <bdi>{from}</bdi> },
          { header: 'To', cell: ({ to }) => <bdi>{to}</bdi> },
          {
            header: 'Amount',
            numeric: true,
            cell: ({ amount, currency }) => `${formatAmount(amount)}${currency === null ? '' : ` ${currency}`}`,
          },
        ]}
      />
      {pages > 1 && (
        <div className="mt-2 flex items-center gap-2">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="text-muted tabular-nums">
            {page} of {formatNumber(pages)}
          </span>
          <Button size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
      <details className="mt-3">
        <summary className="cursor-pointer">The statement that selects these rows</summary>
        <CodeBlock code={found.data.statement} />
      </details>
    </Card>
  );
}

function Filters({ onChange }: { onChange(filter: Filter): void }) {
  function apply(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string): string => String(given.get(name) ?? '').trim();
    const day = (name: string, after: number): string | undefined =>
      text(name) === '' ? undefined : new Date(Date.parse(`${text(name)}T00:00:00Z`) + after).toISOString();
    const [since, until] = [day('since', 0), day('until', 86_400_000)];
    onChange({
      ...(text('counterparty') && { counterparty: text('counterparty') }),
      ...(text('min_amount') && { min_amount: Number(text('min_amount')) }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    });
  }
  return (
    <form className="mb-3 flex flex-wrap items-end gap-3" onSubmit={apply}>
      <Field label="Other account">
        <Input name="counterparty" />
      </Field>
      <Field label="Amount from">
        <Input name="min_amount" type="number" step="any" />
      </Field>
      <Field label="From day">
        <Input name="since" type="date" />
      </Field>
      <Field label="To day">
        <Input name="until" type="date" />
      </Field>
      <Button type="submit">Filter</Button>
    </form>
  );
}

function Figures({ found: { figures, unusable_count: unusable } }: { found: CaseTransactionPage }) {
  const side = ({ count, amount, accounts }: (typeof figures)['in'], word: string): string =>
    `${formatAmount(amount)} in ${formatNumber(count)}, ${word} ${formatNumber(accounts)} ${accounts === 1 ? 'account' : 'accounts'}`;
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
    () => reload(keys.cases()),
  );
  if (!can('analyst') || one.state === 'closed') return null;
  return (
    <Button size="sm" busy={cite.isPending} onClick={() => cite.mutate()}>
      Keep as a note
    </Button>
  );
}
