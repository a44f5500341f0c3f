import { type LiveCells as Cells, isFinalStatus, type QueryObject } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatNumber } from '../../design/format.ts';
import { statusWord } from '../../design/status-word.ts';
import { errand } from '../../session/client.ts';
import { LiveCells } from './live-cells.tsx';

const LOOK_MS = 1_500;

type Cell = Cells['cells'][number];

/** Shows the rows of the result while agents fill their cells. If the rows are not known yet, lists the jobs. */
export function LiveGrid({ query }: { query: QueryObject }) {
  const { data } = useRead(keys.liveJobs('grid', query.id), (options) => errand.queries.cells(query.id, options), {
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (data === undefined) return null;
  if (data.rows.length === 0) return <LiveCells query={query} />;
  const cellAt = new Map(data.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const filled = data.cells.filter(({ status_code: code }) => code === null || isFinalStatus(code)).length;
  return (
    <div className="flex flex-col gap-2">
      <DataTable
        label="Result rows, being filled"
        narrow="scroll"
        className="max-h-128 overflow-auto"
        tableClassName="w-max! min-w-full"
        stickyHead
        rows={data.rows}
        rowKey={(_row, index) => index}
        columns={[
          { header: '#', numeric: true, width: 'w-12', className: 'text-xs text-faint', cell: (_row, row) => row + 1 },
          ...data.column_names.map((name, column) => ({
            header: name,
            className: 'max-w-96 truncate font-mono text-code',
            cell: (values: unknown[], row: number) => (
              <LiveCell cell={cellAt.get(`${row} ${column}`)} value={values[column]} />
            ),
          })),
        ]}
      />
      <p role="status" className="text-muted">
        {formatNumber(filled)} of {formatNumber(data.cells.length)} cells are filled.
        {data.truncated && ' Only the first rows are shown while it runs.'}
      </p>
    </div>
  );
}

function LiveCell({ cell, value }: { cell: Cell | undefined; value: unknown }) {
  if (cell === undefined) return <bdi>{value === null ? <span className="text-faint">null</span> : String(value)}</bdi>;
  const { job_id: id, status_code: code } = cell;
  const words = cell.value ?? cell.error;
  return (
    <span className="flex items-center gap-2" title={words ?? undefined}>
      {id !== null && code !== null && (
        <Link
          to="/jobs/$id"
          params={{ id }}
          aria-label={`${statusWord(code)}: job of row ${cell.row + 1}`}
          className="shrink-0 rounded-sm"
        >
          <StatusBadge code={code} />
        </Link>
      )}
      <bdi className={cell.value === null && cell.error !== null ? 'truncate text-failure' : 'truncate'}>
        {words ?? ''}
      </bdi>
    </span>
  );
}
