import type { StatementResult } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { cx } from '../../design/cx.ts';
import { formatNumber } from '../../design/format.ts';
import { JsonText } from '../../json/json-tree.tsx';
import { TextView } from '../../json/text-view.tsx';
import { isJobCell } from './read-sql.ts';
import { isNumericType, sortRows } from './result-rows.ts';

const ROW_HEIGHT = 28;
const CELL_CHARACTERS = 300;

type Cell = { row: number; column: number };

/** Rows of a statement, of which only those on the screen exist. A cell opens whole below. */
export function ResultGrid({ result }: { result: StatementResult }) {
  const frame = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<{ column: number; down: boolean }>();
  const [open, setOpen] = useState<Cell>();
  const rows = useMemo(() => sortRows(result.result_rows, sort), [result.result_rows, sort]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 15,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const opened = open === undefined ? undefined : rows[open.row]?.[open.column];
  return (
    <div className="flex flex-col gap-2">
      <section
        ref={frame}
        tabIndex={0}
        aria-label="Result rows"
        className="max-h-[26rem] overflow-auto rounded-md border border-border"
      >
        <table aria-rowcount={rows.length + 1} className="w-max min-w-full border-collapse text-left">
          <thead className="sticky top-0 z-[1] bg-surface">
            <tr>
              <th
                scope="col"
                className="h-9 w-12 border-b border-border px-2 text-right text-xs font-medium text-muted"
              >
                #
              </th>
              {result.column_names.map((name, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                  key={index}
                  scope="col"
                  aria-sort={sort?.column === index ? (sort.down ? 'descending' : 'ascending') : 'none'}
                  className="h-9 border-b border-border px-2"
                >
                  <button
                    type="button"
                    onClick={() => setSort({ column: index, down: sort?.column === index && !sort.down })}
                    className={cx(
                      'flex min-h-6 w-full items-center gap-1.5 rounded-sm text-xs font-medium hover:underline',
                      isNumericType(result.column_types[index]) && 'justify-end',
                    )}
                  >
                    <bdi>{name}</bdi>
                    <span className="font-normal text-muted">{result.column_types[index]}</span>
                    {sort?.column === index && <span aria-hidden>{sort.down ? '↓' : '↑'}</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Spacer height={before} columns={result.column_names.length + 1} />}
            {items.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2} className="h-7 border-b border-border hover:bg-hover">
                <td className="px-2 text-right text-xs text-faint">{index + 1}</td>
                {rows[index]!.map((value, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                    key={column}
                    className={cx(
                      'max-w-96 truncate px-2 font-mono text-code',
                      typeof value === 'number' && 'text-right',
                    )}
                  >
                    <CellValue statement={result.query} value={value} onOpen={() => setOpen({ row: index, column })} />
                  </td>
                ))}
              </tr>
            ))}
            {after > 0 && <Spacer height={after} columns={result.column_names.length + 1} />}
          </tbody>
        </table>
      </section>
      <p className="text-muted">
        {formatNumber(result.row_count)} {result.row_count === 1 ? 'row' : 'rows'} in{' '}
        {(result.summary.elapsed_ns / 1e6).toFixed(1)} ms
        {result.truncated && '; more rows exist than are shown. Export them, or narrow the query.'}
      </p>
      {open !== undefined && opened !== undefined && (
        <section aria-label="Cell" className="flex flex-col gap-1">
          <h3 className="font-medium">
            <bdi>{result.column_names[open.column]}</bdi>, row {open.row + 1}
          </h3>
          {/^\s*[[{]/.test(String(opened)) ? (
            <JsonText text={String(opened)} label="Cell" fileName="cell.json" />
          ) : (
            <TextView text={String(opened)} label="Cell" />
          )}
        </section>
      )}
    </div>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height }} />
  </tr>
);

function CellValue({ statement, value, onOpen }: { statement: string; value: unknown; onOpen(): void }) {
  if (value === null) return <span className="text-faint">null</span>;
  if (isJobCell(statement, value)) {
    return (
      <Link to="/jobs/$id" params={{ id: value }} className="text-accent hover:underline">
        {value}
      </Link>
    );
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (text.length < 60 && !text.includes('\n')) return <bdi>{text}</bdi>;
  return (
    <button
      type="button"
      onClick={onOpen}
      title="Show all of it"
      className="max-w-96 truncate rounded-sm hover:underline"
    >
      <bdi>{text.slice(0, CELL_CHARACTERS)}</bdi>
    </button>
  );
}
