import type { SampleOperation } from './operation.ts';

/** Shown once per page, before its samples. */
export const TYPESCRIPT_START = `import { createErrand } from '@errand/sdk';

const errand = createErrand({ baseUrl: process.env.ERRAND_URL!, apiKey: process.env.ERRAND_API_KEY! });`;

export function writeTypeScript(operation: SampleOperation): string {
  const { id, path, query, body, isForm, gives } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `process.env.${name!.toUpperCase()}!`);
  // files.upload of the SDK makes the form itself.
  const takesFile = id === 'files.upload';
  const before = isForm ? `${takesFile ? readFileAtStart : writeForm(body)}\n` : '';
  const given = isForm ? [takesFile ? 'file, file.name' : 'form'] : body === undefined ? [] : [literal(body)];
  const search = Object.keys(query).length > 0 ? [literal(query)] : [];
  const call = `errand.${id}(${[...ids, ...given, ...search].join(', ')})`;
  switch (gives) {
    case 'nothing':
      return `${before}await ${call};`;
    case 'lines':
    case 'events':
      return `for await (const item of ${call}) console.log(item);`;
    default:
      return `${before}console.log(await ${call});`;
  }
}

const readFileAtStart = `import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const file = new File([await readFile(process.env.FILE!)], basename(process.env.FILE!));`;

function writeForm(body: unknown): string {
  const fields = Object.entries(body as Record<string, string>).filter(([name]) => name !== 'file');
  const lines = fields.map(([name, value]) => `form.set('${name}', '${value}');`);
  return [readFileAtStart, 'const form = new FormData();', ...lines, `form.set('file', file);`].join('\n');
}

/** Writes a literal as a person would: names without quotes, strings in single quotes. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}: ${literal(item, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const short = Array.isArray(value) ? `[${items.join(', ')}]` : items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
  if (short.length + indent.length < 90 && !short.includes('\n')) return short;
  return `${open}\n${items.map((item) => `${deeper}${item},`).join('\n')}\n${indent}${close}`;
}
