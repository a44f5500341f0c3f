import type { StatementResult } from '@errand/sdk';
import { useMemo } from 'react';
import { DataTable } from '../../design/data-table.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { type ColumnProfile, profileColumns } from './column-profile.ts';

const valueLook = { className: 'max-w-48 truncate font-mono text-code' };

/** Shows for each column of a result the missing and distinct values, their range and distribution. */
export function ResultProfile({ result }: { result: StatementResult }) {
  const { column_names: names, column_types: types, result_rows: rows } = result;
  const profiles = useMemo(() => profileColumns(names, types, rows), [names, types, rows]);
  return (
    <div className="flex flex-col gap-2">
      <DataTable
        label="Columns of the result"
        rows={profiles}
        // Two columns may have the same name.
        rowKey={(_profile, index) => index}
        columns={[
          { header: 'Column', className: 'font-medium', cell: ({ name }) => <bdi>{name}</bdi> },
          { header: 'Type', className: 'text-muted', cell: ({ type }) => type },
          { header: 'Missing', numeric: true, cell: ({ nulls }) => formatPercent(nulls, rows.length) },
          { header: 'Different', numeric: true, cell: ({ distinct }) => formatNumber(distinct) },
          { header: 'Least', ...valueLook, title: ({ min }) => min ?? '', cell: ({ min }) => <bdi>{min ?? '–'}</bdi> },
          {
            header: 'Greatest',
            ...valueLook,
            title: ({ max }) => max ?? '',
            cell: ({ max }) => <bdi>{max ?? '–'}</bdi>,
          },
          { header: 'Spread', cell: ({ bars }) => <Spread bars={bars} /> },
        ]}
      />
      <p className="text-muted">
        Of {formatNumber(rows.length)} loaded rows{result.truncated ? ', not of all that exist' : ''}.
      </p>
    </div>
  );
}

function Spread({ bars }: { bars: ColumnProfile['bars'] }) {
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const words = bars.map(({ label, count }) => `${label.slice(0, 40)}: ${formatNumber(count)}`).join(', ');
  return (
    <span role="img" aria-label={words || 'no values'} title={words} className="flex h-6 items-end gap-px">
      {bars.map(({ count }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without an identity
          key={index}
          className="w-2 rounded-t-sm bg-chart-first"
          style={{ height: `${count === 0 ? 0 : Math.max(8, (count / highest) * 100)}%` }}
        />
      ))}
    </span>
  );
}
