import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import typescript from 'typescript';

/**
 * Compiles a module to JavaScript. Lines and columns stay the same, so that stack traces match the source. Names of
 * modules end in .js afterwards, both of imports and of programs beside it that it starts.
 */
export function compileModule(path: string, text: string): string {
  let renamed = text;
  // From the end, so that earlier offsets stay valid.
  for (const end of findNames(path, text).toReversed()) renamed = `${renamed.slice(0, end - 2)}js${renamed.slice(end)}`;
  return stripTypeScriptTypes(renamed);
}

/** Returns where the names of modules end, before the closing quote. */
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
