// Writes CSV (RFC 4180) for exports that people open in spreadsheets.

export type CsvOptions = {
  /** Writes text unchanged, although a spreadsheet may run some of it as formulas. */
  keepFormulas: boolean;
};

/** Text that a spreadsheet would run as a formula. A signed number is not a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Formats values as one line. Null is empty, strings are escaped, and all other values are written unchanged. */
export const csvLine = (values: unknown[], options: CsvOptions): string =>
  `${values.map((value) => csvCell(value, options)).join(',')}\r\n`;

/** An empty string is quoted to distinguish it from null. */
function csvCell(value: unknown, { keepFormulas }: CsvOptions): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = keepFormulas ? value : withoutFormula(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Prefixes formulas with an apostrophe, which marks them as text. Spreadsheets do not show it. */
const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
