import { useEffect, useRef } from 'react';
import { cx } from '../../design/cx.ts';
import { markClass, scrollWithin } from './marked-text.tsx';

type MarkedTableProps = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Number of the first row. */
  firstRow: number;
  /** From 0 within `rows`; without a column the whole row. */
  mark: { row: number; column?: number } | undefined;
  label: string;
};

/** Rows of a sheet or a list, with the cell or the row that counts marked and in sight. */
export function MarkedTable({ columns, rows, firstRow, mark, label }: MarkedTableProps) {
  const marked = useRef<HTMLTableCellElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell comes into sight
  useEffect(() => scrollWithin(marked.current), [mark?.row, mark?.column, rows]);
  return (
    <section tabIndex={0} aria-label={label} className="max-h-[32rem] overflow-auto rounded-md border border-border">
      <table className="w-max text-sm">
        <thead>
          <tr className="bg-surface text-left text-muted">
            <th scope="col" className="px-2 py-1 font-medium">
              <span className="sr-only">Row</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1 font-medium">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their number
            <tr key={row} className="border-t border-border" aria-current={row === mark?.row ? 'true' : undefined}>
              <th scope="row" className="px-2 py-1 text-right font-normal text-muted tabular-nums">
                {firstRow + row}
              </th>
              {cells.map((cell, column) => {
                const isMarked = row === mark?.row && (mark.column === undefined || mark.column === column);
                const isFirst = isMarked && (mark?.column === column || column === 0);
                return (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place
                    key={column}
                    ref={isFirst ? marked : undefined}
                    dir="auto"
                    className="max-w-80 px-2 py-1 break-words"
                  >
                    {isMarked && cell !== '' ? <mark className={cx(markClass)}>{cell}</mark> : cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
