// Reads the imports of a source file from its syntax tree, so that comments and strings that look like imports do not
// count.
import { posix } from 'node:path';
import typescript from 'typescript';

/** Path from the repository root → text, for sources and the package.json of each package. */
export type Tree = Map<string, string>;

export type Import = {
  specifier: string;
  line: number;
  typeOnly: boolean;
  /** The imported file. Undefined for external packages. */
  target: string | undefined;
};

export type Module = {
  path: string;
  imports: Import[];
  /** Strings that look like file names, such as a program that is started or a page that is read. */
  mentions: string[];
  /** Only re-exports other files. */
  isBarrel: boolean;
};

/** The syntax of a single file. Resolving its imports needs the others. */
export type Syntax = { imports: Omit<Import, 'target'>[]; mentions: string[]; isBarrel: boolean };

/** Reads the sources of our packages without tests, unless others are requested. */
export function readModules(
  tree: Tree,
  isRead: (path: string) => boolean = isSource,
  read: (path: string, text: string) => Syntax = readSyntax,
): Module[] {
  const files = [...tree].filter(([path]) => isRead(path));
  return files.map(([path, text]) => {
    const { imports, ...rest } = read(path, text);
    return { path, ...rest, imports: imports.map((one) => ({ ...one, target: resolve(path, one.specifier, tree) })) };
  });
}

export const isSource = (path: string): boolean =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

export function readSyntax(path: string, text: string): Syntax {
  const source = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest);
  const imports: Syntax['imports'] = [];
  const mentions: string[] = [];
  const visit = (node: typescript.Node): void => {
    const found = readImport(node);
    if (found) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      imports.push({ ...found, line });
    } else if (typescript.isStringLiteralLike(node) && /^[\w./-]*\w\.[a-z]{2,5}$/.test(node.text)) {
      mentions.push(node.text);
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  const specifiers = new Set(imports.map(({ specifier }) => specifier));
  return { imports, mentions: mentions.filter((text) => !specifiers.has(text)), isBarrel: isBarrel(source) };
}

function readImport(node: typescript.Node): { specifier: string; typeOnly: boolean } | undefined {
  if (typescript.isImportDeclaration(node) && typescript.isStringLiteral(node.moduleSpecifier)) {
    const typeOnly = node.importClause?.phaseModifier === typescript.SyntaxKind.TypeKeyword;
    return { specifier: node.moduleSpecifier.text, typeOnly };
  }
  if (
    typescript.isExportDeclaration(node) &&
    node.moduleSpecifier &&
    typescript.isStringLiteral(node.moduleSpecifier)
  ) {
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  }
  if (typescript.isImportTypeNode(node) && typescript.isLiteralTypeNode(node.argument)) {
    const { literal } = node.argument;
    return typescript.isStringLiteral(literal) ? { specifier: literal.text, typeOnly: true } : undefined;
  }
  if (typescript.isCallExpression(node) && node.expression.kind === typescript.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    const isPlain = argument !== undefined && typescript.isStringLiteralLike(argument);
    return isPlain ? { specifier: argument.text, typeOnly: false } : undefined;
  }
  return undefined;
}

function resolve(from: string, specifier: string, tree: Tree): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (specifier.startsWith('#')) return `packages/${from.split('/')[1]}/src/${specifier.slice(1)}`;
  const ours = /^@errand\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (!ours) return undefined;
  const [, name, path] = ours;
  return path === undefined ? (entryPoint(name!, tree) ?? `packages/${name}`) : `packages/${name}/src/${path}`;
}

/** Returns the entry file of a package, from which a published package re-exports. */
export function entryPoint(name: string, tree: Tree): string | undefined {
  const manifest = JSON.parse(tree.get(`packages/${name}/package.json`) ?? '{}') as {
    exports?: Record<string, string | { default?: string }>;
  };
  const given = manifest.exports?.['.'];
  const entry = typeof given === 'string' ? given : given?.default;
  // The published file is built from the source of the same name.
  const source = entry?.replace(/^\.\/dist\/(.+)\.js$/, './src/$1.ts');
  return source === undefined ? undefined : posix.join(`packages/${name}`, source);
}

function isBarrel({ statements }: typescript.SourceFile): boolean {
  const reexports = statements.filter((statement) => typescript.isExportDeclaration(statement));
  return (
    reexports.length > 0 &&
    statements.every((one) => typescript.isExportDeclaration(one) || typescript.isImportDeclaration(one))
  );
}
