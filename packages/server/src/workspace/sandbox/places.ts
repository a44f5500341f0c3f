import type { Part } from '../sql/reader.ts';
import { tokenize } from '../sql/tokens.ts';
import { locationOf, type Node } from './check-tree.ts';
import { Refused, reportedPosition, toFailure } from './failures.ts';
import type { Parser } from './parser.ts';
import type { TaskFailure } from './protocol.ts';

// Finds the place of an error in the user's text. DuckDB reports a place in the text it received: the user's own, the
// same inside a larger one, or one generated from a tree whose nodes know where they came from.

export type Source = {
  /** The user's text, as far as it is known. */
  part?: Part;
  /** The text that DuckDB received last, with `offset` bytes of ours before it. `made`: generated from a tree. */
  given?: { offset: number; made?: { sql: string; tree: Node } };
};

/** Adds the place in the user's text to an error, if it can be found. */
export async function explainFailure(error: unknown, source: Source, parser: Parser): Promise<TaskFailure> {
  const { part, given } = source;
  if (error instanceof Refused) return toFailure(error, part);
  if (part === undefined || given === undefined) return toFailure(error);
  const told = reportedPosition(error);
  if (told === undefined) return toFailure(error, part, findName(error, part));
  const bytes = told - given.offset;
  const place = given.made === undefined ? bytes : await findOrigin(parser, given.made, bytes).catch(() => undefined);
  return toFailure(error, part, place);
}

/** Without FROM, DuckDB reports no place for an unknown name. A name that occurs once can still be found. */
function findName(error: unknown, { sql }: Part): number | undefined {
  const [, name] = /Referenced column \\"(.+?)\\" was not found/.exec(String(error)) ?? [];
  const found = tokenize(sql).filter(({ kind, text }) => ['word', 'quoted'].includes(kind) && text === name);
  return found.length === 1 ? Buffer.byteLength(sql.slice(0, found[0]!.start)) : undefined;
}

/** Finds the origin of a place in generated text. Parsed again, the text has a tree with the paths of the original. */
export async function findOrigin(
  parser: Parser,
  { sql, tree }: { sql: string; tree: Node },
  bytes: number,
): Promise<number | undefined> {
  const again = await parser.read({ sql, start: 0 });
  const stack: [Node, Node][] = [[tree.statements[0].node, again.statements[0].node]];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [one, other] = pair;
    if (!isAlike(one, other)) continue;
    const origin = locationOf(other) === bytes ? locationOf(one) : undefined;
    if (origin !== undefined) return origin;
    for (const key of Object.keys(one)) stack.push([one[key], other[key]]);
  }
  return undefined;
}

function isAlike(one: Node, other: Node): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) && one.length !== other.length) return false;
  return one.class === other.class && one.type === other.type && one.function_name === other.function_name;
}
