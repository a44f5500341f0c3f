// Converts JSON Schema to TypeScript.
import type { NamedSchema, Schema } from './schemas.ts';

/** Writes schemas as types. Parts with a name in the contract are referred to by that name. */
export type TypeWriter = {
  /** Returns the type and adds the names it mentions to `used`. */
  write(schema: Schema, used: Set<string>): string;
  /** The same, but does not look for a name of the schema itself. */
  define(schema: Schema, used: Set<string>): string;
  /** The members of an object by key, or undefined if the schema is no object with members of its own. */
  members(schema: Schema): Map<string, Member> | undefined;
};

/** A member as it is written, and the names that it mentions. */
export type Member = { text: string; used: Set<string> };

const PAGE = ['count', 'next', 'previous', 'results'].join();

export function createTypeWriter(schemas: NamedSchema[]): TypeWriter {
  const named = schemas.filter(({ schema }) => isWorthAName(schema));
  const byIdentity = new Map(named.map(({ schema, name }) => [schema, name]));
  // Making a schema optional copies it, so schemas are compared by their text.
  const byText = new Map(named.toReversed().map(({ schema, name }) => [JSON.stringify(schema), name]));

  function write(schema: Schema, used: Set<string>): string {
    const name = byIdentity.get(schema) ?? (isWorthAName(schema) ? byText.get(JSON.stringify(schema)) : undefined);
    if (name === undefined) return define(schema, used);
    used.add(name);
    return name;
  }

  function define(schema: Schema, used: Set<string>): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf) return union(schema.anyOf.map((one) => write(one, used)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => write({ ...schema, type }, used)));
    switch (schema.type) {
      case 'object':
        return writeObject(schema, used);
      case 'array':
        return schema.items ? `${bracketed(write(schema.items, used))}[]` : 'unknown[]';
      case 'string':
        return schema.format === 'binary' ? 'Uint8Array' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
        return schema.type;
      case undefined:
        return 'unknown';
      default:
        throw new Error(`No type for ${JSON.stringify(schema)}.`);
    }
  }

  function writeObject(schema: Schema, used: Set<string>): string {
    const { properties, patternProperties } = schema;
    if (properties === undefined) {
      const [values] = Object.values(patternProperties ?? {});
      return `Record<string, ${values ? write(values, used) : 'unknown'}>`;
    }
    if (Object.keys(properties).join() === PAGE) {
      used.add('Page');
      return `Page<${write(properties.results!.items!, used)}>`;
    }
    const written = [...members(schema)!.values()];
    for (const name of written.flatMap((member) => [...member.used])) used.add(name);
    return `{\n${written.map(({ text }) => text).join('\n')} }`;
  }

  function members({ type, properties, required = [] }: Schema): Map<string, Member> | undefined {
    if (type !== 'object' || properties === undefined || Object.keys(properties).join() === PAGE) return undefined;
    return new Map(
      Object.entries(properties).map(([key, member]): [string, Member] => {
        const mark = required.includes(key) ? '' : '?';
        const used = new Set<string>();
        const text = `${writeComment(describe(member))}${writeKey(key)}${mark}: ${write(member, used)};`;
        return [key, { text, used }];
      }),
    );
  }

  return { write, define, members };
}

export function writeComment(text: string | undefined): string {
  if (!text) return '';
  const safe = text.replaceAll('*/', '*\\/');
  return safe.length <= 100 ? `/** ${safe} */\n` : `/**\n${wrap(safe, 110)} */\n`;
}

/** The description of a nullable schema belongs to the value. */
const describe = ({ description, anyOf }: Schema): string | undefined =>
  description ?? anyOf?.find((one) => one.description !== undefined)?.description;

function wrap(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => ` * ${line}\n`).join('');
}

export const isWorthAName = ({ type, properties, anyOf }: Schema): boolean =>
  (type === 'object' && properties !== undefined) ||
  anyOf?.some(({ type }) => type === 'object' || type === 'array') === true;

const union = (types: string[]): string => [...new Set(types)].join(' | ');
const bracketed = (type: string): string => (isUnion(type) ? `(${type})` : type);
const writeKey = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));

/** Whether there is a bar outside all brackets. */
function isUnion(type: string): boolean {
  let depth = 0;
  for (const [index, character] of [...type].entries()) {
    if ('{<(['.includes(character)) depth++;
    if ('}>)]'.includes(character)) depth--;
    if (depth === 0 && type.startsWith(' | ', index)) return true;
  }
  return false;
}
