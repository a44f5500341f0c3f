import type { CaseNetwork, NetworkNode } from '@errand/sdk';

// Where the nodes of a network are drawn: the subject in the middle, accounts around it, identifiers and other cases in
// an outer ring. The same network is always drawn the same way.

export type Placed = NetworkNode & { x: number; y: number };
export const NETWORK_SIZE = 480;
const ACCOUNTS_PER_RING = 24;
const FIRST_RING = 110;
const RING_GAP = 54;

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
  const rings = [accounts.slice(0, ACCOUNTS_PER_RING), accounts.slice(ACCOUNTS_PER_RING), others];
  // Rings without a node take no room.
  const used = rings.filter((nodesOf) => nodesOf.length > 0);
  for (const [index, nodesOf] of used.entries()) ring(placed, nodesOf, FIRST_RING + index * RING_GAP);
  return placed;
}

function ring(placed: Map<string, Placed>, nodes: NetworkNode[], radius: number): void {
  for (const [index, node] of nodes.entries()) {
    const angle = (2 * Math.PI * index) / nodes.length - Math.PI / 2;
    const at = (value: number): number => Math.round(NETWORK_SIZE / 2 + radius * value);
    placed.set(node.id, { ...node, x: at(Math.cos(angle)), y: at(Math.sin(angle)) });
  }
}

export type Label = { text: string; x: number; y: number; anchor: 'start' | 'middle' | 'end' };
type Box = { left: number; right: number; top: number; bottom: number };

/** Of a letter at the size in which labels are drawn, generously. */
const LETTER = 5.8;
const LETTERS_MAX = 18;
export const LABEL_SIZE = 10;

/** Where the names of nodes stand: away from the middle if there is room, and never over each other or another node. */
export function placeLabels(nodes: readonly Placed[]): Map<string, Label> {
  const taken = new Map<string, Box>(nodes.map((node) => [node.id, boxOf(node)]));
  const labels = new Map<string, Label>();
  for (const node of nodes) {
    const text = node.label.length > LETTERS_MAX ? `${node.label.slice(0, LETTERS_MAX - 1)}…` : node.label;
    const free = placesOf(node, text).find(({ box }) =>
      [...taken].every(([id, other]) => id === node.id || !overlap(box, other)),
    );
    if (free === undefined) continue;
    taken.set(`label ${node.id}`, free.box);
    labels.set(node.id, free.label);
  }
  return labels;
}

/** The places around a node, the one that leads away from the middle first. */
function placesOf(node: Placed, text: string): { label: Label; box: Box }[] {
  const gap = (node.role === 'subject' ? 11 : 7) + 3;
  const width = text.length * LETTER;
  const { x, y } = node;
  const beside = y + LABEL_SIZE / 3;
  const right: Label = { text, x: x + gap, y: beside, anchor: 'start' };
  const left: Label = { text, x: x - gap, y: beside, anchor: 'end' };
  const below: Label = { text, x, y: y + gap + LABEL_SIZE - 2, anchor: 'middle' };
  const above: Label = { text, x, y: y - gap, anchor: 'middle' };
  const [dx, dy] = [x - NETWORK_SIZE / 2, y - NETWORK_SIZE / 2];
  const aside = dx < 0 ? [left, right] : [right, left];
  const upright = dy < 0 ? [above, below] : [below, above];
  const order =
    Math.abs(dx) > Math.abs(dy) / 2 ? [aside[0]!, ...upright, aside[1]!] : [upright[0]!, ...aside, upright[1]!];
  return order.map((label) => {
    const start = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - width : label.x - width / 2;
    return { label, box: { left: start, right: start + width, top: label.y - LABEL_SIZE, bottom: label.y + 3 } };
  });
}

function boxOf({ x, y, role }: Placed): Box {
  const reach = role === 'subject' ? 11 : 7;
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The longest label, to the left and to the right of a node. */
const SIDE = LETTERS_MAX * LETTER + 16;

/** The part of the drawing that has something in it, with room for labels. */
export function frameOf(placed: Iterable<Placed>): { x: number; y: number; width: number; height: number } {
  const all = [...placed];
  if (all.length === 0) return { x: 0, y: 0, width: NETWORK_SIZE, height: NETWORK_SIZE };
  const longest = Math.min(LETTERS_MAX, Math.max(...all.map(({ label }) => label.length)));
  const side = Math.max(48, (SIDE * longest) / LETTERS_MAX);
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  return { x: left - side, y: top - 26, width: right - left + 2 * side, height: bottom - top + 54 };
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
