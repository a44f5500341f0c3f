// The table that a run prints: one line per figure, with its comparison in the same run.

export type Row = {
  figure: string;
  ours: string;
  /** The peer or limit in the same run. */
  against?: string;
  ratio?: number;
  target?: string;
  /** Not set for figures without a target. */
  met?: boolean;
};

export function printTable(rows: Row[], print: (line: string) => void): void {
  const cells = rows.map((row) => [
    row.figure,
    row.ours,
    row.against ?? '',
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)} ×`,
    row.target ?? '',
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
  ]);
  const header = ['figure', 'ours', 'against', 'ratio', 'target', 'met'];
  const widths = header.map((name, column) => Math.max(name.length, ...cells.map((line) => line[column]!.length)));
  const line = (values: string[]): string =>
    `| ${values.map((value, column) => value.padEnd(widths[column]!)).join(' | ')} |`;
  print(line(header));
  print(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const values of cells) print(line(values));
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;

export const ms = (value: number): string => `${value < 100 ? value.toFixed(2) : Math.round(value)} ms`;

export function percentile(values: number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: number[]): number => percentile(values, 0.5);

export const us = (value: number): string => `${Math.round(value)} µs`;
