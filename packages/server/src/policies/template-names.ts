// Finds names in a template that its data lacks. Handlebars renders nothing there, so a misspelt name shows only as a
// gap in the summary. Runs in the thread of template-worker.ts.

type Path = { type: 'PathExpression'; data: boolean; depth: number; parts: string[]; original: string };
type Node = {
  type?: string;
  path?: Node;
  params?: Node[];
  hash?: { pairs: { value: Node }[] } | null;
  program?: Program | null;
  inverse?: Program | null;
};
type Program = { body: Node[]; blockParams?: string[] };

/** The contexts from the inside out, and the names that blocks give to values. */
type Scope = { contexts: unknown[]; named: Set<string> };

/** An unknown value, inside which every name may be right. */
const ANY = Symbol('any');
const NAMES_MAX = 10;

export function findUnknownNames(tree: unknown, data: unknown): string[] {
  const unknown = new Set<string>();

  function visitProgram(program: Program | null | undefined, scope: Scope): void {
    for (const node of program?.body ?? []) visit(node, scope);
  }

  function visit(node: Node, scope: Scope): void {
    if (node.type === 'PathExpression') {
      note(node as unknown as Path, scope);
      return;
    }
    const { path, params = [], hash } = node;
    const isHelper = params.length > 0 || (hash !== undefined && hash !== null);
    for (const argument of [...params, ...(hash?.pairs ?? []).map((pair) => pair.value)]) visit(argument, scope);
    if (path !== undefined && !isHelper) visit(path, scope);
    if (node.type !== 'BlockStatement') return;
    const subject = isHelper ? params[0] : path;
    visitProgram(node.program, inside(isHelper ? nameOf(path) : '', subject, node.program?.blockParams, scope));
    visitProgram(node.inverse, scope);
  }

  function note(path: Path, scope: Scope): void {
    if (resolve(path, scope) === undefined) unknown.add(path.original);
  }

  visitProgram(tree as Program, { contexts: [data], named: new Set() });
  return [...unknown].slice(0, NAMES_MAX);
}

/** Returns the scope of a block's body. `if` and `unless` keep the context; all others enter their subject. */
function inside(helper: string, subject: Node | undefined, names: string[] | undefined, scope: Scope): Scope {
  const named = names === undefined ? scope.named : new Set([...scope.named, ...names]);
  if (helper === 'if' || helper === 'unless') return { ...scope, named };
  const value = subject?.type === 'PathExpression' ? (resolve(subject as unknown as Path, scope) ?? ANY) : ANY;
  const isList = Array.isArray(value);
  // A plain block over a boolean or a string does not enter it.
  if (helper === '' && !isList && (typeof value !== 'object' || value === null)) return { ...scope, named };
  const context = isList ? (value[0] ?? ANY) : helper === 'each' ? ANY : value;
  return { contexts: [context, ...scope.contexts], named };
}

/** Returns the value at a path, ANY if it is unknown, or undefined if it is missing. */
function resolve({ data, depth, parts, original }: Path, { contexts, named }: Scope): unknown {
  let value: unknown;
  let rest = parts;
  if (data) {
    // @index, @key, @first and @last belong to loops; @root is the outermost context.
    if (parts[0] !== 'root') return ANY;
    value = contexts.at(-1);
    rest = parts.slice(1);
  } else if (named.has(parts[0] ?? '') && !original.startsWith('this')) {
    return ANY;
  } else {
    if (depth >= contexts.length) return undefined;
    value = contexts[depth];
  }
  for (const part of rest) {
    if (value === ANY) return ANY;
    if (value === null || value === undefined) return undefined;
    if (Array.isArray(value)) {
      if (part === 'length') return ANY;
      if (!/^\d+$/.test(part)) return undefined;
      value = value[0] ?? ANY;
    } else if (typeof value === 'object') {
      if (!Object.hasOwn(value, part)) return undefined;
      value = (value as Record<string, unknown>)[part] ?? ANY;
    } else {
      return part === 'length' && typeof value === 'string' ? ANY : undefined;
    }
  }
  return value;
}

const nameOf = (path: Node | undefined): string => (path as unknown as Path | undefined)?.original ?? '';
