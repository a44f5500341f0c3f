// CSV as RFC 4180 has it, for exports that people open in spreadsheets.

export type CsvOptions = {
  /** Writes texts as they are, although a spreadsheet may run some of them as formulas. */
  keepFormulas: boolean;
};

/** What a spreadsheet runs instead of showing it. A number with a sign is no formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Values as one line: null is empty, a string is a text, everything else is written as it is. */
export const csvLine = (values: unknown[], options: CsvOptions): string =>
  `${values.map((value) => csvCell(value, options)).join(',')}\r\n`;

/** An empty text is quoted, to distinguish it from null. */
function csvCell(value: unknown, { keepFormulas }: CsvOptions): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = keepFormulas ? value : withoutFormula(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An apostrophe marks a text as text; spreadsheets do not show it. */
const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
