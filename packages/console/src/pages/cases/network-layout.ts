import type { CaseNetwork, NetworkNode } from '@errand/sdk';

// Where the nodes of a network are drawn: the subject in the middle, accounts around it, identifiers and other cases in
// an outer ring. The same network is always drawn the same way.

export type Placed = NetworkNode & { x: number; y: number };
export const NETWORK_SIZE = 480;
const ACCOUNTS_PER_RING = 24;

export function placeNodes({ nodes, edges }: Pick<CaseNetwork, 'nodes' | 'edges'>): Map<string, Placed> {
  const weights = new Map<string, number>();
  for (const { from, to, amount } of edges)
    for (const id of [from, to]) weights.set(id, (weights.get(id) ?? 0) + Math.abs(amount ?? 0));
  const byWeight = (one: NetworkNode, other: NetworkNode): number =>
    (weights.get(other.id) ?? 0) - (weights.get(one.id) ?? 0) || (one.id < other.id ? -1 : 1);
  const subjects = nodes.filter(({ role }) => role === 'subject').sort(byWeight);
  const accounts = nodes.filter(({ role }) => role === 'counterparty').sort(byWeight);
  const others = nodes.filter(({ role }) => role === 'shared' || role === 'case').sort(byWeight);
  const placed = new Map<string, Placed>();
  ring(placed, subjects, subjects.length === 1 ? 0 : 36);
  ring(placed, accounts.slice(0, ACCOUNTS_PER_RING), 110);
  ring(placed, accounts.slice(ACCOUNTS_PER_RING), 165);
  ring(placed, others, 215);
  return placed;
}

function ring(placed: Map<string, Placed>, nodes: NetworkNode[], radius: number): void {
  for (const [index, node] of nodes.entries()) {
    const angle = (2 * Math.PI * index) / nodes.length - Math.PI / 2;
    const at = (value: number): number => Math.round(NETWORK_SIZE / 2 + radius * value);
    placed.set(node.id, { ...node, x: at(Math.cos(angle)), y: at(Math.sin(angle)) });
  }
}

/** The part of the drawing that has something in it, with room for labels. */
export function frameOf(placed: Iterable<Placed>): { x: number; y: number; width: number; height: number } {
  const all = [...placed];
  if (all.length === 0) return { x: 0, y: 0, width: NETWORK_SIZE, height: NETWORK_SIZE };
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  return { x: left - 48, y: top - 16, width: right - left + 96, height: bottom - top + 44 };
}

type Point = Pick<Placed, 'x' | 'y' | 'role'>;

/**
 * The line between two nodes, which ends at their borders, so that an arrow at its end can be seen. Curved to its left, so
 * that the way back is a line of its own.
 */
export function edgePath(from: Point, to: Point, { isCurved }: { isCurved: boolean }): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [bend, gap] = [isCurved ? Math.min(18, length / 8) : 0, isCurved ? 2 : 0];
  const middle = { x: (from.x + to.x) / 2 + uy * bend, y: (from.y + to.y) / 2 - ux * bend };
  const [start, end] = [border(from, middle, 0), border(to, middle, gap)];
  return `M${start.x} ${start.y} Q${round(middle.x)} ${round(middle.y)} ${end.x} ${end.y}`;
}

/** Where a line from the middle of a node towards a point leaves the node. */
function border(node: Point, towards: { x: number; y: number }, gap: number): { x: number; y: number } {
  const [dx, dy] = [towards.x - node.x, towards.y - node.y];
  const length = Math.hypot(dx, dy) || 1;
  const away = Math.min(length, (node.role === 'subject' ? 11 : 7) + gap);
  return { x: round(node.x + (dx / length) * away), y: round(node.y + (dy / length) * away) };
}

const round = (value: number): number => Math.round(value * 10) / 10;
