import type { Drawn, Shown } from './kinds.ts';
import { type Language, labelOf, yesNo } from './labels.ts';
import type { Random } from './random.ts';
import { writeDay, writeNumber } from './values.ts';

// The layouts of documents: labels with colons, in columns, above their values, or in sentences; tables between bars or
// aligned with spaces. All produce lines of text, which are printed or scanned afterwards.

export const layouts = ['colons', 'columns', 'above', 'sentences'] as const;
export type Layout = (typeof layouts)[number];

const denials: Record<Language, (label: string) => [yes: string, no: string]> = {
  en: (label) => [`A ${label.toLowerCase()} was found.`, `No ${label.toLowerCase()} was found.`],
  de: (label) => [`${label}: ja`, `${label}: nein`],
  fr: (label) => [`${label} : oui`, `${label} : non`],
  es: (label) => [`${label}: sí`, `${label}: no`],
  it: (label) => [`${label}: sì`, `${label}: no`],
};

export function layOut(drawn: Drawn, language: Language, layout: Layout, random: Random): string[] {
  const style = random.integer(0, 2);
  const currency = language === 'en' ? random.pick(['USD', 'GBP', '$', '£']) : random.pick(['EUR', '€']);
  const write = (one: Shown): string => {
    if ('written' in one && one.written !== undefined) return one.written;
    if (one.type === 'date') return writeDay(String(one.value), language, style);
    if (one.type === 'money') {
      const number = writeNumber(Number(one.value), language);
      return language === 'en' ? `${currency}${currency.length > 1 ? ' ' : ''}${number}` : `${number} ${currency}`;
    }
    return String(one.value);
  };
  const lines = [drawn.title.toUpperCase(), ''];
  const tableFrom =
    drawn.table === undefined
      ? -1
      : drawn.shown.findIndex(({ field }) => field === 'subtotal' || field === 'opening_balance');
  for (const [index, one] of drawn.shown.entries()) {
    if (index === tableFrom) lines.push('', ...tableLines(drawn, language, random, style), '');
    lines.push(...fieldLines(one, write(one), language, layout, random));
  }
  if (drawn.table !== undefined && tableFrom < 0) lines.push('', ...tableLines(drawn, language, random, style));
  return [...lines, '', ...drawn.noise];
}

function fieldLines(one: Shown, written: string, language: Language, layout: Layout, random: Random): string[] {
  const label = labelOf(one.field, language);
  if (one.type === 'box') return [`[${one.value ? 'x' : ' '}] ${label}`];
  if (one.type === 'denial') {
    const [yes, no] = random.chance(0.5)
      ? denials[language](label)
      : yesNo[language].map((word) => `${label}: ${word}`);
    return [one.value ? yes! : no!];
  }
  switch (layout) {
    case 'columns':
      return [`${label.padEnd(28)}  ${written}`];
    case 'above':
      return [label, written, ''];
    case 'sentences':
      return language === 'en' ? [`The ${label.toLowerCase()} is ${written}.`] : [`${label}: ${written}`];
    default:
      return [`${label}: ${written}`];
  }
}

function tableLines(drawn: Drawn, language: Language, random: Random, style: number): string[] {
  const { fields, rows } = drawn.table!;
  const cell = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (field === 'date') return writeDay(String(value), language, style === 2 ? 0 : style);
    if (typeof value !== 'number' || field === 'quantity') return String(value);
    return writeNumber(value, language);
  };
  const head = fields.map((field) => labelOf(field, language));
  const body = rows.map((row) => fields.map((field) => cell(field, row[field])));
  if (random.chance(0.5)) return [head, ...body].map((cells) => `| ${cells.join(' | ')} |`);
  const widths = head.map((text, index) => Math.max(text.length, ...body.map((cells) => cells[index]!.length)) + 3);
  return [head, ...body].map((cells) =>
    cells
      .map((text, index) => text.padEnd(widths[index]!))
      .join('')
      .trimEnd(),
  );
}
