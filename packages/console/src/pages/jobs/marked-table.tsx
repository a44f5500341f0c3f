import { useEffect, useRef } from 'react';
import { cx } from '../../design/cx.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { markClass, scrollWithin } from './marked-text.tsx';

type MarkedTableProps = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The number of the first row. */
  firstRow: number;
  /** Row from 0 within `rows`. Without a column, the whole row is marked. */
  mark: { row: number; column?: number } | undefined;
  label: string;
};

/** Shows rows of a sheet or list, with a cell or row marked and scrolled into view. */
export function MarkedTable({ columns, rows, firstRow, mark, label }: MarkedTableProps) {
  const marked = useRef<HTMLTableCellElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell comes into sight
  useEffect(() => scrollWithin(marked.current), [mark?.row, mark?.column, rows]);
  return (
    <Table label={label} narrow="scroll" className="max-h-[32rem] overflow-auto" tableClassName="w-max text-sm">
      <thead>
        <tr>
          <Th>
            <span className="sr-only">Row</span>
          </Th>
          {columns.map((column) => (
            <Th key={column}>
              <bdi>{column}</bdi>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their number
          <Tr key={row} aria-current={row === mark?.row ? 'true' : undefined}>
            <th scope="row" className="px-3 text-right font-normal text-muted tabular-nums">
              {firstRow + row}
            </th>
            {cells.map((cell, column) => {
              const isMarked = row === mark?.row && (mark.column === undefined || mark.column === column);
              const isFirst = isMarked && (mark?.column === column || column === 0);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place
                <Td key={column} ref={isFirst ? marked : undefined} dir="auto" className="max-w-80 break-words">
                  {isMarked && cell !== '' ? <mark className={cx(markClass)}>{cell}</mark> : cell}
                </Td>
              );
            })}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
