import type { CaseNetwork, NetworkEdge, NetworkFinding } from '@errand/sdk';
import { cx } from '../../design/cx.ts';
import { formatAmount, formatNumber } from '../../design/format.ts';
import { edgePath, frameOf, LABEL_SIZE, type Label, type Placed, placeLabels, placeNodes } from './network-layout.ts';

type GraphProps = { network: CaseNetwork; chosen: NetworkFinding | undefined };

/** Draws a network. Money flows along the arrows; a chosen pattern stands out from the rest. */
export function NetworkGraph({ network, chosen }: GraphProps) {
  const placed = placeNodes(network);
  const nodes = [...placed.values()];
  const frame = frameOf(nodes);
  const labels = placeLabels(nodes.filter(({ role }) => nodes.length <= 40 || role !== 'counterparty'));
  const flagged = new Set(network.findings.flatMap(accountsOf));
  const inChosen = chosen === undefined ? undefined : new Set(accountsOf(chosen));
  const isChosen = (node: Placed): boolean => node.kind !== 'case' && (inChosen?.has(node.value) ?? true);
  const most = Math.max(1, ...network.edges.map(({ count }) => count));
  return (
    <figure className="m-0 overflow-x-auto">
      <svg
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        className="mx-auto w-full"
        // Labels stay readable: a phone scrolls instead of shrinking them.
        style={{ minWidth: frame.width * 0.85, height: Math.max(260, frame.height * 1.25) }}
        role="img"
        aria-label={`Network of ${network.nodes.length} accounts, identifiers and cases with ${network.edges.length} connections. The table below has the same.`}
      >
        <defs>
          <marker
            id="network-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 z" className="fill-muted" />
          </marker>
        </defs>
        {network.edges.map((edge) => (
          <Edge key={`${edge.from} ${edge.to}`} edge={edge} placed={placed} most={most} isChosen={isChosen} />
        ))}
        {nodes.map((node) => (
          <Dot
            key={node.id}
            node={node}
            isFlagged={node.kind !== 'case' && flagged.has(node.value)}
            isFaint={!isChosen(node) && inChosen !== undefined}
            name={labels.get(node.id)}
          />
        ))}
      </svg>
      <Legend />
    </figure>
  );
}

const accountsOf = ({ account, counterparties }: NetworkFinding): string[] => [account, ...counterparties];

type EdgeProps = { edge: NetworkEdge; placed: Map<string, Placed>; most: number; isChosen(node: Placed): boolean };

function Edge({ edge, placed, most, isChosen }: EdgeProps) {
  const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
  if (from === undefined || to === undefined) return null;
  const has = edge.kind === 'has';
  return (
    <path
      d={edgePath(from, to, { isCurved: !has })}
      fill="none"
      strokeWidth={has ? 1 : 1 + (3 * edge.count) / most}
      strokeDasharray={has ? '3 3' : undefined}
      markerEnd={has ? undefined : 'url(#network-arrow)'}
      className={cx('stroke-control', isChosen(from) && isChosen(to) ? 'opacity-70' : 'opacity-15')}
    >
      <title>{describeEdge(edge, placed)}</title>
    </path>
  );
}

type DotProps = { node: Placed; isFlagged: boolean; isFaint: boolean; name: Label | undefined };

const shades = { subject: 'fill-text', shared: 'fill-warning', counterparty: 'fill-control', case: 'fill-started' };

function Dot({ node, isFlagged, isFaint, name }: DotProps) {
  const { x, y, role, label, kind } = node;
  return (
    <g className={isFaint ? 'opacity-30' : undefined}>
      <title>{`${kind} ${label}${isFlagged ? ', in a pattern' : ''}${node.case && role !== 'case' ? `, case #${node.case.number}` : ''}`}</title>
      {role === 'case' ? (
        <rect x={x - 6} y={y - 6} width={12} height={12} className={shades.case} />
      ) : (
        <circle
          cx={x}
          cy={y}
          r={role === 'subject' ? 10 : 6}
          className={cx('stroke-2 stroke-raised', isFlagged ? 'fill-failure' : shades[role])}
        />
      )}
      {name && (
        <text
          x={name.x}
          y={name.y}
          textAnchor={name.anchor}
          fontSize={LABEL_SIZE}
          // Lines end at the letters instead of going through them.
          paintOrder="stroke"
          strokeWidth={3}
          strokeLinejoin="round"
          className="fill-text stroke-raised"
        >
          {name.text}
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

const signs = [
  { label: 'the subject', shape: 'rounded-full', shade: 'bg-text' },
  { label: 'an account', shape: 'rounded-full', shade: 'bg-control' },
  { label: 'in a pattern', shape: 'rounded-full', shade: 'bg-failure' },
  { label: 'a shared identifier', shape: 'rounded-full', shade: 'bg-warning' },
  { label: 'another case', shape: '', shade: 'bg-started' },
];

const Legend = () => (
  <figcaption className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-muted text-xs">
    {signs.map(({ label, shape, shade }) => (
      <span key={label} className="inline-flex items-center gap-1.5">
        <span aria-hidden className={cx('inline-block size-2.5', shape, shade)} /> {label}
      </span>
    ))}
    <span>→ the way of the money, wider for more transactions</span>
    <span>┄ has the identifier or case</span>
  </figcaption>
);
