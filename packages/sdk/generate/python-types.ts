// Converts JSON Schema to types of Python: named schemas and the objects inside them become typed dictionaries.
import type { NamedSchema, Schema } from './schemas.ts';
import { isWorthAName } from './types.ts';

export type PythonTypes = {
  /** Returns the type. Objects without a name are defined under `hint`. */
  write(schema: Schema, hint: string): string;
  /** The definitions of everything that was written, in the order of their names. */
  definitions(): string[];
};

const PAGE = ['count', 'next', 'previous', 'results'].join();

export function createPythonTypes(schemas: NamedSchema[]): PythonTypes {
  const named = schemas.filter(({ schema }) => isWorthAName(schema));
  const names = new Map<string, string>();
  for (const { schema, name } of named) {
    const text = JSON.stringify(schema);
    if (!names.has(text)) names.set(text, name);
  }
  const defined = new Map<string, string>();
  const taken = new Set(named.map(({ name }) => name));

  function write(schema: Schema, hint: string): string {
    const name = isWorthAName(schema) ? names.get(JSON.stringify(schema)) : undefined;
    return name ?? define(schema, hint);
  }

  function define(schema: Schema, hint: string): string {
    if (schema.described) return define(schema.described, hint);
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (schema.anyOf)
      return union(schema.anyOf.map((one, index) => write(one, index === 0 ? hint : `${hint}${index + 1}`)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => write({ ...schema, type }, hint)));
    switch (schema.type) {
      case 'object':
        return writeObject(schema, hint);
      case 'array':
        return `List[${schema.items ? write(schema.items, `${hint}Item`) : 'Any'}]`;
      case 'string':
        return schema.format === 'binary' ? 'bytes' : 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        return 'Any';
    }
  }

  function writeObject(schema: Schema, hint: string): string {
    const { properties, patternProperties } = schema;
    if (properties === undefined) {
      const [values] = Object.values(patternProperties ?? {});
      return `Dict[str, ${values ? write(values, `${hint}Value`) : 'Any'}]`;
    }
    if (Object.keys(properties).join() === PAGE) return `Page[${write(properties.results!.items!, `${hint}Item`)}]`;
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known !== undefined) return known;
    let name = hint;
    for (let number = 2; taken.has(name); number++) name = `${hint}${number}`;
    taken.add(name);
    names.set(text, name);
    defined.set(name, writeDictionary(name, schema));
    return name;
  }

  function writeDictionary(name: string, { description, properties = {}, required = [] }: Schema): string {
    const members = Object.entries(properties).map(([key, member]) => {
      const type = write(member, `${name}${pascal(key)}`);
      const about = member.description ?? member.anyOf?.find((one) => one.description)?.description;
      return { key, type: required.includes(key) ? type : `NotRequired[${type}]`, about };
    });
    if (!members.every(({ key }) => isName(key))) {
      const pairs = members.map(({ key, type }) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},`);
      return `${name} = TypedDict(${JSON.stringify(name)}, {\n${pairs.join('\n')}\n})`;
    }
    const lines = members.map(({ key, type, about }) => `${comment(about)}    ${key}: ${type}`);
    const head = description ? [`    ${docstring(description)}`] : [];
    return [`class ${name}(TypedDict):`, ...head, ...(lines.length > 0 ? lines : ['    pass'])].join('\n');
  }

  for (const { name, schema } of named) {
    const isDictionary =
      schema.type === 'object' && schema.properties && Object.keys(schema.properties).join() !== PAGE;
    const own = names.get(JSON.stringify(schema));
    if (own !== name) defined.set(name, `${name}: TypeAlias = ${JSON.stringify(own)}`);
    else if (isDictionary) defined.set(name, writeDictionary(name, schema));
    else defined.set(name, `${name}: TypeAlias = ${JSON.stringify(define(schema, `${name}Value`))}`);
  }

  return { write, definitions: () => [...defined].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text) };
}

function literal(values: readonly unknown[]): string {
  const isExact = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
  return isExact ? `Literal[${values.map(constant).join(', ')}]` : 'float';
}

const constant = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

function union(types: string[]): string {
  const parts = [...new Set(types)];
  if (parts.includes('Any')) return 'Any';
  return parts.length === 1 ? parts[0]! : `Union[${parts.join(', ')}]`;
}

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const isName = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.has(key);

/** Returns a name that Python accepts: `from` is `from_`. */
export const pythonName = (key: string): string => {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(/\W/g, '_');
  return isName(name) ? name : `${name}_`;
};

export const pascal = (key: string): string =>
  key.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/\W/g, '');

/** A text between triple quotes, whatever it contains. */
export const docstring = (text: string): string =>
  `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"')}"""`;

const comment = (text: string | undefined): string => (text ? `    # ${text.replaceAll(/\s+/g, ' ')}\n` : '');
