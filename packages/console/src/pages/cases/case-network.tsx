import type { Case, CaseNetwork as Network, NetworkEdge } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatAmount, formatMoment, formatNumber } from '../../design/format.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { errand } from '../../session/client.ts';
import { Findings } from './network-findings.tsx';
import { frameOf, type Placed, placeNodes } from './network-layout.ts';

/** Who the subject is connected with, up to a day that a slider chooses, and the patterns in between. */
export function CaseNetwork({ one }: { one: Case }) {
  const [until, setUntil] = useState<string>();
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
      <Graph network={shown.data} />
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
      <Findings one={one} network={shown.data} />
      <details className="mt-3">
        <summary className="cursor-pointer">As a table</summary>
        <EdgeTable edges={edges} />
      </details>
    </Card>
  );
}

function Graph({ network }: { network: Network }) {
  const placed = placeNodes(network);
  const frame = frameOf(placed.values());
  const flagged = new Set(network.findings.flatMap(({ account, counterparties }) => [account, ...counterparties]));
  const most = Math.max(1, ...network.edges.map(({ count }) => count));
  return (
    <svg
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      className="mx-auto h-[26rem] w-full"
      role="img"
      aria-label={`Network of ${network.nodes.length} accounts, identifiers and cases with ${network.edges.length} connections. The table below has the same.`}
    >
      {network.edges.map((edge) => {
        const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
        if (from === undefined || to === undefined) return null;
        return (
          <line
            key={`${edge.from} ${edge.to}`}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            strokeWidth={edge.kind === 'has' ? 1 : 1 + (3 * edge.count) / most}
            strokeDasharray={edge.kind === 'has' ? '3 3' : undefined}
            className="stroke-control opacity-60"
          >
            <title>{describeEdge(edge, placed)}</title>
          </line>
        );
      })}
      {[...placed.values()].map((node) => (
        <Dot
          key={node.id}
          node={node}
          isFlagged={node.kind !== 'case' && flagged.has(node.value)}
          hasLabel={placed.size <= 40 || node.role !== 'counterparty'}
        />
      ))}
    </svg>
  );
}

function Dot({ node, isFlagged, hasLabel }: { node: Placed; isFlagged: boolean; hasLabel: boolean }) {
  const { x, y, role, label, kind } = node;
  return (
    <g>
      <title>{`${kind} ${label}${isFlagged ? ', in a pattern' : ''}${node.case && role !== 'case' ? `, case #${node.case.number}` : ''}`}</title>
      {role === 'case' ? (
        <rect x={x - 6} y={y - 6} width={12} height={12} className="fill-started" />
      ) : (
        <circle
          cx={x}
          cy={y}
          r={role === 'subject' ? 10 : 6}
          className={cx(
            'stroke-2 stroke-raised',
            isFlagged
              ? 'fill-failure'
              : role === 'subject'
                ? 'fill-text'
                : role === 'shared'
                  ? 'fill-warning'
                  : 'fill-control',
          )}
        />
      )}
      {hasLabel && (
        <text x={x} y={y + (role === 'subject' ? 22 : 16)} textAnchor="middle" className="fill-text text-[9px]">
          {label.length > 18 ? `${label.slice(0, 17)}…` : label}
        </text>
      )}
    </g>
  );
}

const describeEdge = ({ from, to, kind, count, amount }: NetworkEdge, placed: Map<string, Placed>): string => {
  const [one, other] = [placed.get(from)?.label ?? from, placed.get(to)?.label ?? to];
  return kind === 'has'
    ? `${one} has ${other}`
    : `${one} to ${other}: ${formatNumber(count)}, ${formatAmount(amount ?? 0)} in all`;
};

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
