import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NetworkNode } from '@errand/sdk';
import { edgePath, frameOf, LABEL_SIZE, NETWORK_SIZE, type Placed, placeLabels, placeNodes } from './network-layout.ts';

const node = (id: string, role: NetworkNode['role']): NetworkNode => ({
  id,
  kind: 'account',
  value: id,
  label: id,
  role,
  case: null,
});
const many = Array.from({ length: 60 }, (_, index) => node(`a${index}`, 'counterparty'));

test('the subject is in the middle, and no two nodes are in one place', () => {
  const placed = placeNodes({ nodes: [node('s', 'subject'), ...many, node('c', 'case')], edges: [] });
  assert.deepEqual([placed.get('s')!.x, placed.get('s')!.y], [NETWORK_SIZE / 2, NETWORK_SIZE / 2]);
  assert.equal(new Set([...placed.values()].map(({ x, y }) => `${x} ${y}`)).size, 62);
});

test('everything is inside of the drawing', () => {
  const placed = placeNodes({ nodes: [node('s', 'subject'), node('t', 'subject'), ...many], edges: [] });
  for (const { x, y } of placed.values()) assert.ok(x > 0 && y > 0 && x < NETWORK_SIZE && y < NETWORK_SIZE);
});

test('the accounts with the largest sums are nearest', () => {
  const edge = {
    from: 's',
    to: 'a59',
    kind: 'transactions',
    count: 1,
    amount: -9,
    first_at: null,
    last_at: null,
  } as const;
  const placed = placeNodes({ nodes: [node('s', 'subject'), ...many], edges: [edge] });
  const { x, y } = placed.get('a59')!;
  assert.ok(Math.hypot(x - NETWORK_SIZE / 2, y - NETWORK_SIZE / 2) < 112);
});

test('the frame has every node and its label in it, and nothing drawn is a whole square', () => {
  const placed = [...placeNodes({ nodes: [node('s', 'subject'), ...many.slice(0, 3)], edges: [] }).values()];
  const { x, y, width, height } = frameOf(placed);
  for (const one of placed) {
    assert.ok(one.x - 40 >= x && one.x + 40 <= x + width);
    assert.ok(one.y - 10 >= y && one.y + 24 <= y + height);
  }
  assert.deepEqual(frameOf([]), { x: 0, y: 0, width: NETWORK_SIZE, height: NETWORK_SIZE });
});

test('a connection ends before the node that it leads to, and the way back is another line', () => {
  const [left, right] = [
    { x: 0, y: 0, role: 'subject' as const },
    { x: 100, y: 0, role: 'counterparty' as const },
  ];
  const [there, back] = [edgePath(left, right, { isCurved: true }), edgePath(right, left, { isCurved: true })];
  assert.match(there, /^M10\.\d -\d/);
  assert.match(there, /Q50 -12\.5 91\.\d/);
  assert.match(back, /Q50 12\.5 /);
  assert.equal(edgePath(left, right, { isCurved: false }), 'M11 0 Q50 0 93 0');
});

test('no label stands over another one or over a node, and most nodes of a full ring have theirs', () => {
  const named = many.slice(0, 24).map((one) => ({ ...one, label: `DE09 ${one.id}-long` }));
  const placed = [...placeNodes({ nodes: [node('s', 'subject'), ...named], edges: [] }).values()];
  const labels = [...placeLabels(placed).values()];
  const boxes = labels.map(({ text, x, y, anchor }) => {
    const width = text.length * 5;
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    return { left, right: left + width, top: y - LABEL_SIZE + 2, bottom: y };
  });
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      assert.ok(
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
      );
  assert.ok(labels.length >= 20, `${labels.length} of 25 labels`);
});

test('identifiers and cases are near the subject if there are no accounts', () => {
  const nodes = [node('s', 'subject'), node('x', 'shared'), node('c', 'case')];
  const { height } = frameOf(placeNodes({ nodes, edges: [] }).values() as Iterable<Placed>);
  assert.ok(height < 300);
});
