import type { Case, CaseNetwork as Network, NetworkEdge, NetworkFinding } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatAmount, formatMoment, formatNumber } from '../../design/format.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { errand } from '../../session/client.ts';
import { Findings } from './network-findings.tsx';
import { NetworkGraph } from './network-graph.tsx';

/** Who the subject is connected with, up to a day that a slider chooses, and the patterns in between. */
export function CaseNetwork({ one }: { one: Case }) {
  const [until, setUntil] = useState<string>();
  const [chosen, setChosen] = useState<NetworkFinding>();
  const whole = useRead(keys.caseNetwork(one.id, {}), (options) => errand.transactions.network(one.id, {}, options), {
    retry: false,
  });
  const shown = useRead(
    keys.caseNetwork(one.id, { until }),
    (options) => errand.transactions.network(one.id, { ...(until !== undefined && { until }) }, options),
    { retry: false, placeholderData: keepPreviousData },
  );
  if (shown.error !== null && shown.data === undefined)
    return <EmptyState title="No network to show">{shown.error.message}</EmptyState>;
  if (shown.data === undefined) return <Skeleton />;
  const { nodes, edges, problems, findings, edge_count: pairs } = shown.data;
  if (nodes.length === 0 && findings.length === 0)
    return (
      <EmptyState title="No connections">
        {problems.join(' ') || 'No other account, identifier or case is connected with the subject.'}
      </EmptyState>
    );
  const drawn = edges.filter(({ kind }) => kind === 'transactions').length;
  return (
    <Card title="Network">
      <NetworkGraph network={shown.data} chosen={chosen} />
      {whole.data && <Slider network={whole.data} until={until} onChange={setUntil} />}
      {[
        ...problems,
        ...(pairs > drawn
          ? [`${formatNumber(drawn)} of ${formatNumber(pairs)} pairs of accounts are drawn, the largest sums first.`]
          : []),
      ].map((problem) => (
        <p key={problem} className="mt-2 text-muted">
          {problem}
        </p>
      ))}
      <Findings one={one} network={shown.data} onChoose={setChosen} />
      <details className="mt-3">
        <summary className="cursor-pointer">As a table</summary>
        <EdgeTable edges={edges} />
      </details>
    </Card>
  );
}

type SliderProps = { network: Network; until: string | undefined; onChange(until: string | undefined): void };
const DAY_MS = 86_400_000;

function Slider({ network: { first_at: first, last_at: last }, until, onChange }: SliderProps) {
  const [days, setDays] = useState<number>();
  if (first === null || last === null) return null;
  const start = Date.parse(first);
  const most = Math.max(1, Math.ceil((Date.parse(last) - start + 1) / DAY_MS));
  const value = days ?? most;
  const commit = () => onChange(value >= most ? undefined : new Date(start + value * DAY_MS).toISOString());
  return (
    <label className="mt-2 flex flex-wrap items-center gap-3">
      <span className="text-muted">Until</span>
      <input
        type="range"
        className="min-w-40 flex-1 accent-text"
        min={1}
        max={most}
        value={value}
        aria-valuetext={formatMoment(new Date(start + value * DAY_MS).toISOString())}
        onChange={({ target }) => setDays(Number(target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
      />
      <span className="tabular-nums">
        {until === undefined && value >= most
          ? 'the end'
          : formatMoment(new Date(start + value * DAY_MS).toISOString())}
      </span>
    </label>
  );
}

const bare = (id: string): string => id.slice(id.indexOf(' ') + 1);

const EdgeTable = ({ edges }: { edges: NetworkEdge[] }) => (
  <DataTable
    label="Connections"
    rows={edges}
    rowKey={({ from, to }) => `${from} ${to}`}
    columns={[
      { header: 'From', cell: ({ from }) => <bdi>{bare(from)}</bdi> },
      { header: 'To', cell: ({ to }) => <bdi>{bare(to)}</bdi> },
      {
        header: 'Transactions',
        numeric: true,
        cell: ({ kind, count }) => (kind === 'has' ? '–' : formatNumber(count)),
      },
      { header: 'Sum', numeric: true, cell: ({ amount }) => (amount === null ? '–' : formatAmount(amount)) },
      { header: 'Last', at: ({ last_at: at }) => at },
    ]}
  />
);
