import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import typescript from 'typescript';

/**
 * A module as JavaScript. Lines and columns stay as they are, so that a stack trace tells the place in the source. Names
 * of modules end in .js afterwards: those that are imported, and programs beside it that it starts.
 */
export function compileModule(path: string, text: string): string {
  let renamed = text;
  // From the end, so that the places before stay right.
  for (const end of findNames(path, text).toReversed()) renamed = `${renamed.slice(0, end - 2)}js${renamed.slice(end)}`;
  return stripTypeScriptTypes(renamed);
}

/** Where the name of a module ends, in front of the closing quote. */
function findNames(path: string, text: string): number[] {
  const source = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true);
  const found: number[] = [];
  const visit = (node: typescript.Node): void => {
    const isName = typescript.isStringLiteral(node) && node.text.endsWith('.ts');
    if (isName && (isImported(node) || existsSync(join(dirname(path), node.text)))) found.push(node.getEnd() - 1);
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isImported({ parent }: typescript.StringLiteral): boolean {
  return (
    typescript.isImportDeclaration(parent) ||
    typescript.isExportDeclaration(parent) ||
    (typescript.isCallExpression(parent) && parent.expression.kind === typescript.SyntaxKind.ImportKeyword)
  );
}
