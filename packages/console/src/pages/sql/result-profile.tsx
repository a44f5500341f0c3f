import type { StatementResult } from '@errand/sdk';
import { useMemo } from 'react';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { type ColumnProfile, profileColumns } from './column-profile.ts';

/** Shows for each column of a result the missing and distinct values, their range and distribution. */
export function ResultProfile({ result }: { result: StatementResult }) {
  const { column_names: names, column_types: types, result_rows: rows } = result;
  const profiles = useMemo(() => profileColumns(names, types, rows), [names, types, rows]);
  return (
    <div className="flex flex-col gap-2">
      <Table label="Columns of the result">
        <thead>
          <tr>
            <Th>Column</Th>
            <Th>Type</Th>
            <Th numeric>Missing</Th>
            <Th numeric>Different</Th>
            <Th>Least</Th>
            <Th>Greatest</Th>
            <Th>Spread</Th>
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
            <Tr key={index}>
              <Td className="font-medium">
                <bdi>{profile.name}</bdi>
              </Td>
              <Td className="text-muted">{profile.type}</Td>
              <Td numeric>{formatPercent(profile.nulls, rows.length)}</Td>
              <Td numeric>{formatNumber(profile.distinct)}</Td>
              <Td className="max-w-48 truncate font-mono text-code" title={profile.min ?? ''}>
                <bdi>{profile.min ?? '–'}</bdi>
              </Td>
              <Td className="max-w-48 truncate font-mono text-code" title={profile.max ?? ''}>
                <bdi>{profile.max ?? '–'}</bdi>
              </Td>
              <Td>
                <Spread bars={profile.bars} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
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
          className="w-2 rounded-t-sm bg-accent"
          style={{ height: `${count === 0 ? 0 : Math.max(8, (count / highest) * 100)}%` }}
        />
      ))}
    </span>
  );
}
