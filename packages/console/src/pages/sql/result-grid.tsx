import type { StatementResult } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { cx } from '../../design/cx.ts';
import { useRowHeight } from '../../design/density.ts';
import { counted } from '../../design/plural.ts';
import { SpacerRow, Table, Td, Th, Tr } from '../../design/table.tsx';
import { JsonText } from '../../json/json-tree.tsx';
import { TextView } from '../../json/text-view.tsx';
import { isJobCell } from './read-sql.ts';
import { isNumericType, sortRows } from './result-rows.ts';

const CELL_CHARACTERS = 300;

type Cell = { row: number; column: number };

/** A virtualized grid of a statement's rows. A selected cell is shown in full below. */
export function ResultGrid({ result, className }: { result: StatementResult; className?: string }) {
  const frame = useRef<HTMLElement>(null);
  const rowHeight = useRowHeight();
  const [sort, setSort] = useState<{ column: number; down: boolean }>();
  const [open, setOpen] = useState<Cell>();
  const rows = useMemo(() => sortRows(result.result_rows, sort), [result.result_rows, sort]);
  // Keyed by the row object, because sorting moves it.
  const failed = useMemo(() => failedCells(result), [result]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 15,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const opened = open === undefined ? undefined : rows[open.row]?.[open.column];
  return (
    <div className="flex flex-col gap-2">
      <Table
        ref={frame}
        label="Result rows"
        narrow="scroll"
        rowCount={rows.length + 1}
        className={cx('overflow-auto', className ?? 'max-h-[32rem] resize-y group-data-full/sql:max-h-[60vh]')}
        tableClassName="w-max! min-w-full"
      >
        <thead className="sticky top-0 z-[1]">
          <tr>
            <Th numeric className="w-12">
              #
            </Th>
            {result.column_names.map((name, index) => (
              <Th
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                key={index}
                aria-sort={sort?.column === index ? (sort.down ? 'descending' : 'ascending') : 'none'}
              >
                <button
                  type="button"
                  onClick={() => setSort({ column: index, down: sort?.column === index && !sort.down })}
                  className={cx(
                    'flex min-h-6 w-full items-center gap-1.5 rounded-sm font-medium text-text hover:underline',
                    isNumericType(result.column_types[index]) && 'justify-end',
                  )}
                >
                  <bdi>{name}</bdi>
                  <span className="font-normal text-muted">{result.column_types[index]}</span>
                  {sort?.column === index && <span aria-hidden>{sort.down ? '↓' : '↑'}</span>}
                </button>
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SpacerRow height={before} columns={result.column_names.length + 1} />
          {items.map(({ index }) => (
            <Tr key={index} aria-rowindex={index + 2}>
              <Td numeric className="text-xs text-faint">
                {index + 1}
              </Td>
              {rows[index]!.map((value, column) => (
                <Td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  key={column}
                  numeric={typeof value === 'number'}
                  className="max-w-96 truncate font-mono text-code"
                >
                  <CellValue
                    statement={result.query}
                    value={value}
                    failed={failed.get(rows[index]!)?.get(column)}
                    onOpen={() => setOpen({ row: index, column })}
                  />
                </Td>
              ))}
            </Tr>
          ))}
          <SpacerRow height={after} columns={result.column_names.length + 1} />
        </tbody>
      </Table>
      <p className="text-muted">
        {counted(result.row_count, 'row')} in {(result.summary.elapsed_ns / 1e6).toFixed(1)} ms
        {result.truncated && '; more rows exist than are shown. Export them, or narrow the query.'}
      </p>
      {open !== undefined && opened !== undefined && (
        <OpenedCell column={result.column_names[open.column]} row={open.row + 1} text={String(opened)} />
      )}
    </div>
  );
}

const OpenedCell = ({ column, row, text }: { column: string | undefined; row: number; text: string }) => (
  <section aria-label="Cell" className="flex flex-col gap-1">
    <h3 className="font-medium">
      <bdi>{column}</bdi>, row {row}
    </h3>
    {/^\s*[[{]/.test(text) ? (
      <JsonText text={text} label="Cell" fileName="cell.json" />
    ) : (
      <TextView text={text} label="Cell" />
    )}
  </section>
);

type FailedCell = NonNullable<NonNullable<StatementResult['agents']>['failed_cells']>[number];

function failedCells({ agents, result_rows: rows }: StatementResult): Map<unknown[], Map<number, FailedCell>> {
  const found = new Map<unknown[], Map<number, FailedCell>>();
  for (const cell of agents?.failed_cells ?? []) {
    const row = rows[cell.row];
    if (row !== undefined) found.set(row, (found.get(row) ?? new Map()).set(cell.column, cell));
  }
  return found;
}

/** Shows why there is no answer, with a link to the job. */
function Failure({ cell: { job_id: id, error } }: { cell: FailedCell }) {
  const words = (
    <>
      <span className="sr-only">Failed: </span>
      <bdi>{error}</bdi>
    </>
  );
  if (id === null)
    return (
      <span title={error} className="text-failure">
        {words}
      </span>
    );
  return (
    <Link to="/jobs/$id" params={{ id }} title={error} className="text-failure underline">
      {words}
    </Link>
  );
}

type CellValueProps = { statement: string; value: unknown; failed: FailedCell | undefined; onOpen(): void };

function CellValue({ statement, value, failed, onOpen }: CellValueProps) {
  if (value === null && failed !== undefined) return <Failure cell={failed} />;
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
