import type { SdkOperation } from './operations.ts';
import type { NamedSchema } from './schemas.ts';
import { type TypeWriter, writeComment } from './types.ts';
import { writeImports } from './write-types.ts';

export type Resources = Record<string, SdkOperation[]>;

/** Writes an interface of calls per resource, one of all resources, and the table that implements them. */
export function writeCalls(resources: Resources, schemas: NamedSchema[], writer: TypeWriter): Map<string, string> {
  const files = new Map<string, string>();
  for (const [resource, operations] of Object.entries(resources)) {
    files.set(`calls/${kebab(resource)}.ts`, writeResource(resource, operations, schemas, writer));
  }
  files.set('calls/calls.ts', writeAll(Object.keys(resources)));
  files.set('operations.ts', writeTables(resources));
  return files;
}

function writeResource(
  resource: string,
  operations: SdkOperation[],
  schemas: NamedSchema[],
  writer: TypeWriter,
): string {
  const used = new Set<string>();
  const options = new Set<string>();
  const members = operations.map((operation) => {
    const { parameters, kinds } = writeParameters(operation, writer, used);
    for (const kind of kinds) options.add(kind);
    const text = [operation.summary, operation.description].filter(Boolean).map(sentence).join(' ');
    const answer = writeAnswer(operation, writer, used);
    const comment = writeComment(text);
    if (!operation.isPaged) return `${comment}${operation.name}(${parameters.join(', ')}): ${answer};`;
    return `${comment}${operation.name}: PagedCall<(${parameters.join(', ')}) => ${answer}>;`;
  });
  const hasEvents = operations.some(({ gives }) => gives === 'events');
  const hasPages = operations.some(({ isPaged }) => isPaged);
  return [
    [
      ...(hasEvents ? [`import type { ServerEvent } from '../../transport/events.ts';`] : []),
      `import type { ${[...options].sort().join(', ')} } from '../../transport/options.ts';`,
      ...(hasPages ? [`import type { PagedCall } from '../../transport/pages.ts';`] : []),
      ...writeImports(used, schemas, '../types'),
    ].join('\n'),
    `export interface ${pascal(resource)}Calls {\n${members.join('\n')} }`,
  ].join('\n\n');
}

function writeParameters(
  { params, body, query, takesKey, takesSkipCache }: SdkOperation,
  writer: TypeWriter,
  used: Set<string>,
): { parameters: string[]; kinds: string[] } {
  const options = takesSkipCache ? 'RunOptions' : takesKey ? 'KeyedOptions' : 'CallOptions';
  const parameters = params.map(({ name, isUuid }) => `${camel(name)}: ${isUuid ? 'string' : 'string | number'}`);
  const queryIsOptional = (query?.required ?? []).length === 0;
  // An optional parameter cannot come before a required one.
  const bodyMark = body?.isOptional && (query === undefined || queryIsOptional) ? '?' : '';
  if (body) parameters.push(`body${bodyMark}: ${body.isForm ? 'FormData' : writer.write(body.schema, used)}`);
  if (query) parameters.push(`query${queryIsOptional ? '?' : ''}: QueryOf<${writer.write(query, used)}>`);
  return { parameters: [...parameters, `options?: ${options}`], kinds: [options, ...(query ? ['QueryOf'] : [])] };
}

function writeAnswer({ gives, answers, mayBeEmpty }: SdkOperation, writer: TypeWriter, used: Set<string>): string {
  if (gives === 'events') return 'AsyncGenerator<ServerEvent>';
  const type = [...new Set(answers.map((one) => writer.write(one, used)))].join(' | ');
  switch (gives) {
    case 'nothing':
      return 'Promise<void>';
    case 'json':
      return `Promise<${type}${mayBeEmpty ? ' | undefined' : ''}>`;
    case 'text':
      return 'Promise<string>';
    case 'bytes':
      return 'Promise<Blob>';
    case 'lines':
      return `AsyncGenerator<${type}>`;
  }
}

function writeAll(resources: string[]): string {
  const imports = resources.map((name) => `import type { ${pascal(name)}Calls } from './${kebab(name)}.ts';`);
  const members = resources.map((name) => `${name}: ${pascal(name)}Calls;`);
  return [...imports, `/** Every operation of the service. */\nexport interface Calls { ${members.join('\n')} }`].join(
    '\n',
  );
}

function writeTables(resources: Resources): string {
  const tables = Object.entries(resources).map(([resource, operations]) => {
    return `${resource}: {\n${operations.map(writeRow).join('\n')} },`;
  });
  return [
    `import type { CallTable } from '../transport/calls.ts';`,
    `export const operations = {\n${tables.join('\n')} } satisfies Record<string, CallTable>;`,
  ].join('\n\n');
}

function writeRow({ name, method, path, body, query, gives, takesKey, isPaged }: SdkOperation): string {
  const parts = {
    ...(body && { body: true }),
    ...(query && { query: true }),
    ...(takesKey && { takesKey }),
    ...(isPaged && { paged: true }),
  };
  return `${name}: ${JSON.stringify({ method, path, gives, ...parts })},`;
}

const sentence = (text: string | undefined): string => (text && !/[.!?]$/.test(text) ? `${text}.` : (text ?? ''));
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
