import { copyText } from './copy-text.ts';
import type { MenuItem } from './menu.tsx';
import { showToast } from './toast.ts';

export type CopiedCall = {
  method: 'GET' | 'POST';
  /** With the query, from /v1/. */
  path: string;
  body?: unknown;
  /** The same for `errand`, where it has a command: its words, which are quoted here. */
  command?: string[] | undefined;
};

/** Menu items that copy what the page does, as curl and for a terminal with `errand`. The key stays in the environment. */
export const copyItems = (call: () => CopiedCall): MenuItem[] => [
  { label: 'Copy as curl', onSelect: () => copy(toCurl(call(), location.origin)) },
  { label: 'Copy as errand command', onSelect: () => copy(toCommand(call())) },
];

function copy(text: string): void {
  void copyText(text).then(() =>
    showToast('Copied', { description: text.length > 120 ? `${text.slice(0, 120)}…` : text }),
  );
}

export function toCurl({ method, path, body }: CopiedCall, origin: string): string {
  const lines = [`curl ${quote(`${origin}${path}`)}`, `-H "Authorization: Bearer $ERRAND_API_KEY"`];
  if (method !== 'GET') lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body ?? {}))}`);
  return lines.join(' \\\n  ');
}

export const toCommand = ({ command = [] }: CopiedCall): string => ['errand', ...command.map(quoteIfNeeded)].join(' ');

const quoteIfNeeded = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : quote(word));

/** Quotes a text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
