import type { NamedList, NamedSchema } from './schemas.ts';
import { type TypeWriter, writeComment } from './types.ts';

const page = `/** A page of a list. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };`;

/** Writes one file of types per file of the contract: path of the file → its text. */
export function writeTypes(schemas: NamedSchema[], writer: TypeWriter): Map<string, string> {
  const files = new Map<string, string>();
  for (const [module, members = []] of Object.entries(Object.groupBy(schemas, (one) => one.module))) {
    const used = new Set<string>();
    const types = members.map(({ name, schema }) => {
      return `${writeComment(schema.description)}export type ${name} = ${writer.define(schema, used)};`;
    });
    const imports = writeImports(used, schemas, '.', module).join('\n');
    files.set(`types/${module}.ts`, [imports, ...(module === 'values' ? [page] : []), ...types].join('\n\n'));
  }
  return files;
}

/** Writes lists and tables as constants, whose types are unions. */
export function writeLists(lists: NamedList[]): string {
  return lists.map(({ name, value }) => `export const ${name} = ${JSON.stringify(value)} as const;`).join('\n');
}

/** Writes the imports of the types that a generated file mentions, from `folder`. */
export function writeImports(used: Set<string>, schemas: NamedSchema[], folder: string, own?: string): string[] {
  const moduleOf = new Map([
    ...schemas.map(({ name, module }) => [name, module] as const),
    ['Page', 'values'] as const,
  ]);
  const modules = Object.groupBy([...used].sort(), (name) => moduleOf.get(name)!);
  return Object.entries(modules)
    .filter(([module]) => module !== own)
    .map(([module, names = []]) => `import type { ${names.join(', ')} } from '${folder}/${module}.ts';`);
}
