// A function of more than 100 lines does several things. The list below has those that existed when the rule was
// introduced. It may only get shorter.
import typescript from 'typescript';

const linesMax = 100;

/** Names of long functions. A function that is short enough or deleted must be removed from the list. */
export const longToday: string[] = [];

type LongFunction = { path: string; line: number; name: string; lines: number };

export function checkFunctions(sources: Map<string, string>, exceptions: string[]): string[] {
  const long = [...sources].filter(([path]) => isChecked(path)).flatMap(([path, text]) => findLong(path, text));
  const found = new Set(long.map(({ name }) => name));
  return [
    ...long
      .filter((one) => !exceptions.includes(one.name))
      .map(({ path, line, name, lines }) => `${path}:${line} ${name}: ${lines} lines, more than ${linesMax}`),
    ...exceptions
      .filter((entry) => !found.has(entry))
      .map((entry) => `${entry}: no longer too long; take it out of scripts/check/functions.ts`),
  ];
}

/** Tests are not checked, because they read from top to bottom, however long they are. */
const isChecked = (path: string): boolean =>
  /^(packages|scripts|bench|eval)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test\//.test(path);

function findLong(path: string, text: string): LongFunction[] {
  // Counting lines is faster than parsing.
  if (text.split('\n').length <= linesMax) return [];
  const source = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const long: LongFunction[] = [];
  const visit = (node: typescript.Node): void => {
    if (typescript.isFunctionLike(node) && 'body' in node && node.body) {
      const line = lineAt(node.getStart(source));
      const lines = lineAt(node.end) - line + 1;
      if (lines > linesMax) long.push({ path, line, name: nameOf(node), lines });
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

/** Returns the function's name, or the name of what it is assigned or passed to. */
function nameOf(node: typescript.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  if (typescript.isVariableDeclaration(parent) || typescript.isPropertyAssignment(parent)) return parent.name.getText();
  if (typescript.isCallExpression(parent)) return `in ${parent.expression.getText().split('\n')[0]}()`;
  return 'a function without a name';
}
