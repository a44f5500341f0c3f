import type { NamedList, NamedSchema } from './schemas.ts';
import { type Member, type TypeWriter, writeComment } from './types.ts';

const page = `/** A page of a list. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };`;

/** Writes one file of types per file of the contract: path of the file → its text. */
export function writeTypes(schemas: NamedSchema[], writer: TypeWriter): Map<string, string> {
  const files = new Map<string, string>();
  const bases: Base[] = [];
  for (const [module, members = []] of Object.entries(Object.groupBy(schemas, (one) => one.module))) {
    const used = new Set<string>();
    const types = members.map(({ name, schema }) => {
      const members = writer.members(schema);
      const related = bases.filter((base) => base.module === module);
      const shared = members && writeShared(members, related, used);
      if (members) bases.push({ name, module, members });
      return `${writeComment(schema.description)}export type ${name} = ${shared ?? writer.define(schema, used)};`;
    });
    const imports = writeImports(used, schemas, '.', module).join('\n');
    files.set(`types/${module}.ts`, [imports, ...(module === 'values' ? [page] : []), ...types].join('\n\n'));
  }
  return files;
}

type Base = { name: string; module: string; members: Map<string, Member> };

/** So many members must be the same before a type refers to another one for them, and so few may be too many. */
const SHARED_MIN = 6;
const OMITTED_MAX = 4;

/** Writes a type by an earlier one of its file that has most of its members, or returns undefined if there is none. */
function writeShared(members: Map<string, Member>, bases: Base[], used: Set<string>): string | undefined {
  const found = bases
    .map((base) => {
      const isShared = (key: string) => base.members.get(key)?.text === members.get(key)?.text;
      const omitted = [...base.members.keys()].filter((key) => !isShared(key));
      return { base, omitted, own: [...members].filter(([key]) => !isShared(key)) };
    })
    .filter(({ omitted, own }) => omitted.length <= OMITTED_MAX && members.size - own.length >= SHARED_MIN)
    .sort((one, other) => one.own.length + one.omitted.length - other.own.length - other.omitted.length)[0];
  if (found === undefined) return undefined;
  const { base, omitted, own } = found;
  for (const name of [base.name, ...own.flatMap(([, member]) => [...member.used])]) used.add(name);
  const keys = omitted.map((key) => `'${key}'`).join(' | ');
  const rest = own.map(([, { text }]) => text).join('\n');
  return `${keys ? `Omit<${base.name}, ${keys}>` : base.name}${rest ? ` & {\n${rest} }` : ''}`;
}

/** Writes lists and tables as constants, whose types are unions. */
export function writeLists(lists: NamedList[]): string {
  return lists.map(({ name, value }) => `export const ${name} = ${JSON.stringify(value)} as const;`).join('\n');
}

/** Writes what users of the SDK import of the generated files besides the calls. */
export function writeExports(schemas: NamedSchema[]): string {
  const modules = [...new Set(schemas.map(({ module }) => module))].sort();
  return [`export * from './lists.ts';`, ...modules.map((name) => `export type * from './types/${name}.ts';`)].join(
    '\n',
  );
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
