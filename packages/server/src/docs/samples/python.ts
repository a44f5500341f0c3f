import type { SampleOperation } from './operation.ts';

/** Shown once per page, before its samples. */
export const PYTHON_START = `import os

from errand import Errand

errand = Errand(os.environ["ERRAND_URL"], os.environ["ERRAND_API_KEY"])`;

export function writePython({ id, path, query, body, isForm, gives }: SampleOperation): string {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `os.environ["${name!.toUpperCase()}"]`);
  const given = isForm ? ['form'] : body === undefined ? [] : [literal(body)];
  const search = Object.entries(query).map(([name, value]) => `${pythonName(name)}=${JSON.stringify(value)}`);
  const call = `errand.${id.split('.').map(pythonName).join('.')}(${[...ids, ...given, ...search].join(', ')})`;
  const before = isForm ? `${writeForm(body)}\n` : '';
  switch (gives) {
    case 'nothing':
      return `${before}${call}`;
    case 'lines':
    case 'events':
      return `for item in ${call}:\n    print(item)`;
    default:
      return `${before}print(${call})`;
  }
}

/** Names as the Python client has them: `runs.startMany` is `runs.start_many`, and `import` is `import_`. */
function pythonName(name: string): string {
  const plain = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
}

const KEYWORDS = new Set(['as', 'class', 'del', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'pass', 'with']);

function writeForm(body: unknown): string {
  const fields = Object.entries(body as Record<string, string>).filter(([name]) => name !== 'file');
  const texts = fields.map(([name, value]) => `"${name}": ${JSON.stringify(value)}, `).join('');
  return [
    'with open(os.environ["FILE"], "rb") as file:',
    `    form = {${texts}"file": (os.path.basename(file.name), file.read())}`,
  ].join('\n');
}

/** Writes JSON with Python's names for null, true and false. */
function literal(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const short = `${open}${items.join(', ')}${close}`;
  if (short.length + indent.length < 90) return short;
  return `${open}\n${items.map((item) => `${deeper}${item},`).join('\n')}\n${indent}${close}`;
}
