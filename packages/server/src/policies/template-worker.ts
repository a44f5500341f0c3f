import { parentPort } from 'node:worker_threads';
import Handlebars from 'handlebars';
import type { TemplateOutcome, TemplateTask } from './template.ts';
import { findUnknownNames } from './template-names.ts';

// Runs in a thread, see template.ts. Handlebars itself keeps templates away from prototypes. This file refuses
// templates that could run forever (partials can call themselves) or have no use on a server.

const HELPERS = new Set(['if', 'unless', 'each', 'with', 'lookup']);
const NOT_LOOPS = new Set(['if', 'unless', 'with']);
/** Each level multiplies: three loops over a thousand findings are already a billion iterations. */
const LOOPS_MAX = 3;
const BLOCKS_MAX = 30;
const TEXT_CHARACTERS_MAX = 1_000_000;

/** The defaults also deny these, but log a line for each name that a template tries. */
const OWN_ONLY = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

parentPort!.on('message', (task: TemplateTask) => parentPort!.postMessage(fill(task)));
parentPort!.postMessage('ready');

function fill({ template, data, names = false }: TemplateTask): TemplateOutcome {
  const handlebars = Handlebars.create();
  handlebars.unregisterHelper('log');
  try {
    const tree = handlebars.parse(template);
    const problem = findProblem(tree as unknown as Node, { loops: 0, blocks: 0 });
    if (problem !== undefined) return { problem };
    const text = handlebars.compile(tree, { noEscape: true })(data, OWN_ONLY);
    return text.length > TEXT_CHARACTERS_MAX
      ? { problem: `Produces more than ${TEXT_CHARACTERS_MAX} characters.` }
      : { text, ...(names && { unknown: findUnknownNames(tree, data) }) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'Is nested too deeply.' };
    return { problem: `Cannot be rendered: ${firstLine(error)}` };
  }
}

type Node = { type?: string; path?: { original?: string }; params?: unknown[]; hash?: unknown } & Record<
  string,
  unknown
>;

function findProblem(node: Node, within: { loops: number; blocks: number }): string | undefined {
  const type = node.type ?? '';
  if (/^(Partial|Decorator)/.test(type)) return 'Partials and decorators are not supported.';
  const name = node.path?.original ?? '';
  const isCall = (node.params?.length ?? 0) > 0 || (node.hash !== undefined && node.hash !== null);
  if (/^(MustacheStatement|BlockStatement|SubExpression)$/.test(type) && isCall && !HELPERS.has(name)) {
    return `There is no helper '${name.slice(0, 60)}'. Available helpers: ${[...HELPERS].join(', ')}.`;
  }
  const inside = { ...within };
  if (type === 'BlockStatement') inside.blocks += 1;
  if (type === 'BlockStatement' && !NOT_LOOPS.has(name)) inside.loops += 1;
  if (inside.loops > LOOPS_MAX) return `Has more than ${LOOPS_MAX} nested loops.`;
  if (inside.blocks > BLOCKS_MAX) return `Has more than ${BLOCKS_MAX} nested blocks.`;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child !== 'object' || child === null) continue;
      const problem = findProblem(child as Node, inside);
      if (problem !== undefined) return problem;
    }
  }
}

function firstLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  // A parse error shows its place in further lines; the last one says what was expected.
  const last = lines.length > 1 ? ` ${lines.at(-1)}` : '';
  return `${lines[0]}${last}`.slice(0, 300);
}
