import { createFlow, type Flow, type FlowText } from '../layout/flow.ts';

// Writes the visible text of an element, without scripts and styles. Walks the tree without recursion, because pages
// may be nested very deeply.

export type NodeLike = {
  nodeType: number;
  tagName?: string;
  nodeValue: string | null;
  firstChild: NodeLike | null;
  nextSibling: NodeLike | null;
  parentNode: NodeLike | null;
  hasAttribute?(name: string): boolean;
  getAttribute?(name: string): string | null;
};

/** Marks images that belong to the content. Those of a web page are mostly decoration. */
export const PICTURE = 'data-picture';

const ELEMENT = 1;
const TEXT = 3;
const HIDDEN = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME OBJECT HEAD'.split(' '));
const CELLS = new Set(['TD', 'TH']);
const TIGHT = new Set(['TR', 'LI', 'DD']);
const COUNTED = /^(P|LI|H[1-6])$/;
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
);

/** With `countsAll`, empty paragraphs count too, as in a word processor. */
export function composeDom(root: unknown, options: { countsAll?: boolean } = {}): FlowText {
  const flow = createFlow(options);
  const data = findDataTables(root as NodeLike);
  const within: NodeLike[] = [];
  walk(
    root as NodeLike,
    (node) => openNode(flow, node, data, within),
    (node) => closeNode(flow, node, data, within),
  );
  return flow.finish();
}

function openNode(flow: Flow, node: NodeLike, data: Set<NodeLike>, within: NodeLike[]): boolean {
  if (node.nodeType === TEXT) flow.text(node.nodeValue ?? '');
  if (node.nodeType !== ELEMENT) return false;
  const tag = tagOf(node);
  if (HIDDEN.has(tag) || node.hasAttribute?.('hidden') || node.getAttribute?.('aria-hidden') === 'true') return false;
  if (tag === 'BR') flow.lineBreak();
  if (tag === 'IMG' && node.hasAttribute?.(PICTURE)) flow.picture(node.getAttribute?.('alt') ?? '');
  if (tag === 'INPUT' || tag === 'TEXTAREA') writeInput(flow, node);
  if (tag === 'OPTION' && !node.hasAttribute?.('selected')) return false;
  if (tag === 'TABLE' && data.has(node)) {
    within.push(node);
    flow.openTable();
  } else if (within.length > 0 && tag === 'TR') flow.openRow();
  else if (within.length > 0 && CELLS.has(tag)) flow.openCell(spanOf(node, 'rowspan'), spanOf(node, 'colspan'));
  else if (BLOCKS.has(tag) && !(within.length > 0 && /^T(BODY|HEAD|FOOT)$/.test(tag))) flow.breakBlock(!TIGHT.has(tag));
  if (COUNTED.test(tag)) flow.countParagraph();
  if (/^H[1-6]$/.test(tag)) flow.heading(Number(tag[1]));
  return true;
}

function closeNode(flow: Flow, node: NodeLike, data: Set<NodeLike>, within: NodeLike[]): void {
  const tag = tagOf(node);
  if (tag === 'TABLE' && data.has(node)) {
    within.pop();
    flow.closeTable();
  } else if (within.length > 0 && tag === 'TR') flow.closeRow();
  else if (CELLS.has(tag)) {
    if (within.length > 0) flow.closeCell();
    else if (node.nextSibling !== null) flow.text(' | ');
  } else if (tag === 'DT') flow.term();
  else if (BLOCKS.has(tag) && !(within.length > 0 && /^T(BODY|HEAD|FOOT)$/.test(tag))) flow.breakBlock(!TIGHT.has(tag));
  if (/^H[1-6]$/.test(tag)) flow.heading(undefined);
}

const tagOf = ({ tagName }: NodeLike): string => (tagName ?? '').toUpperCase();
const spanOf = (node: NodeLike, name: string): number => Number(node.getAttribute?.(name) ?? 1);

/** Writes check boxes with their state, and the values of form fields. */
function writeInput(flow: Flow, node: NodeLike): void {
  const type = (node.getAttribute?.('type') ?? 'text').toLowerCase();
  if (type === 'checkbox' || type === 'radio') flow.text(node.hasAttribute?.('checked') ? ' [x] ' : ' [ ] ');
  else if (/^(text|email|tel|number|date|url)$/.test(type)) flow.text(` ${node.getAttribute?.('value') ?? ''} `);
}

/** Finds tables of data, which have no nested tables and at least two cells in a row. Others only lay out the page. */
function findDataTables(root: NodeLike): Set<NodeLike> {
  const found = new Set<NodeLike>();
  const open: { node: NodeLike; isNested: boolean; widest: number; cells: number }[] = [];
  walk(
    root,
    (node) => {
      if (node.nodeType !== ELEMENT) return false;
      const tag = tagOf(node);
      if (tag === 'TABLE') {
        for (const one of open) one.isNested = true;
        open.push({ node, isNested: false, widest: 0, cells: 0 });
      }
      const table = open.at(-1);
      if (tag === 'TR' && table) table.cells = 0;
      if (CELLS.has(tag) && table) table.widest = Math.max(table.widest, ++table.cells);
      return true;
    },
    (node) => {
      if (tagOf(node) !== 'TABLE') return;
      const table = open.pop();
      if (table && !table.isNested && table.widest >= 2) found.add(table.node);
    },
  );
  return found;
}

/** Counts the elements and the levels of a tree. */
export function measureTree(root: unknown): { elements: number; depth: number } {
  let [elements, level, depth] = [0, 0, 0];
  walk(
    root as NodeLike,
    (node) => {
      if (node.nodeType !== ELEMENT) return false;
      elements += 1;
      level += 1;
      depth = Math.max(depth, level);
      return true;
    },
    () => {
      level -= 1;
    },
  );
  return { elements, depth };
}

function walk(root: NodeLike, open: (node: NodeLike) => boolean, close: (node: NodeLike) => void): void {
  let node: NodeLike | null = root;
  while (node !== null) {
    const isOpen = open(node);
    if (isOpen && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    for (let own = isOpen; ; own = true) {
      if (own && node.nodeType === ELEMENT) close(node);
      if (node === root) return;
      if (node.nextSibling !== null) {
        node = node.nextSibling;
        break;
      }
      node = node.parentNode!;
    }
  }
}
