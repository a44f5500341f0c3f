// The text of an element as a reader sees it: blocks on lines of their own, cells of a row beside each other, nothing
// of scripts and styles. Walks without recursion, because pages nest as deep as their makers like.

type NodeLike = {
  nodeType: number;
  tagName?: string;
  nodeValue: string | null;
  firstChild: NodeLike | null;
  nextSibling: NodeLike | null;
  parentNode: NodeLike | null;
  hasAttribute?(name: string): boolean;
  getAttribute?(name: string): string | null;
};

const ELEMENT = 1;
const TEXT = 3;
/** Between a term and what it stands for; no text has it. */
const TERM = '\u0001';
const TERM_BREAK = new RegExp(`${TERM}\\s*`, 'g');
const HIDDEN = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME OBJECT HEAD'.split(' '));
const CELLS = new Set(['TD', 'TH']);
const TIGHT = new Set(['TR', 'LI', 'DD']);
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
);

export function visibleText(root: unknown): string {
  const parts: string[] = [];
  let cells = 0;
  const open = (node: NodeLike): boolean => {
    if (node.nodeType === TEXT) parts.push((node.nodeValue ?? '').replace(/\s+/g, ' '));
    if (node.nodeType !== ELEMENT) return false;
    const tag = (node.tagName ?? '').toUpperCase();
    if (HIDDEN.has(tag) || node.hasAttribute?.('hidden') || node.getAttribute?.('aria-hidden') === 'true') return false;
    if (CELLS.has(tag)) cells += 1;
    if (tag === 'BR' || BLOCKS.has(tag)) parts.push(cells > 0 ? ' ' : '\n');
    return true;
  };
  const close = (node: NodeLike): void => {
    const tag = (node.tagName ?? '').toUpperCase();
    if (CELLS.has(tag)) {
      cells -= 1;
      if (node.nextSibling !== null) parts.push(' | ');
    } else if (tag === 'DT') parts.push(TERM);
    // Rows and items follow each other without an empty line between them.
    else if (BLOCKS.has(tag) && !TIGHT.has(tag) && cells === 0) parts.push('\n');
  };
  walk(root as NodeLike, open, close);
  return parts
    .join('')
    .split('\n')
    .map((line) =>
      line
        .replace(/ +/g, ' ')
        .replace(/^( \| )+|( \| )+$/g, '')
        .trim(),
    )
    .join('\n')
    .replace(TERM_BREAK, ': ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many elements there are, and on how many levels. */
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
    if (open(node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    for (;;) {
      if (node.nodeType === ELEMENT) close(node);
      if (node === root) return;
      if (node.nextSibling !== null) {
        node = node.nextSibling;
        break;
      }
      node = node.parentNode!;
    }
  }
}
