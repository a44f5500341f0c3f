// What an import did with rows that do not fit the types of their columns.

/** `text`: their columns become text. `reject`: they are left out and kept as CSV. `stop`: nothing is imported. */
export const badRowModes = ['text', 'reject', 'stop'] as const;
export type BadRowMode = (typeof badRowModes)[number];

export type BadColumn = {
  column: string;
  /** The type that the other values have. */
  type: string;
  bad_values: number;
  examples: { row: number; value: string }[];
};

export type Rejected = { rows: number; csv: string };

export type ImportReport = { bad_columns: BadColumn[]; rejected?: Rejected };

const typeWords: Record<string, string> = {
  BIGINT: 'a whole number',
  DOUBLE: 'a number',
  BOOLEAN: 'true or false',
  TIMESTAMP: 'a time',
};

/** One sentence per column, for people who decide what to do. */
export const describeBadColumns = (columns: readonly BadColumn[]): string =>
  columns
    .map(({ column, type, bad_values: count, examples: [first] }) => {
      const where = first === undefined ? '' : `, first in row ${first.row}: "${first.value}"`;
      const values = count === 1 ? '1 value is' : `${count.toLocaleString('en')} values are`;
      return `Column ${column}: ${values} not ${typeWords[type] ?? type}${where}.`;
    })
    .join(' ');
