import type { EvaluationScores } from '@errand/sdk';
import { DataTable } from '../../design/data-table.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';

/** Shows scores by field, and for verdicts how often each was expected and given. */
export function Scores({ scores }: { scores: EvaluationScores }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <DataTable
        label="Scores by field"
        rows={Object.entries(scores.by_field)}
        rowKey={([field]) => field}
        columns={[
          { header: 'Field', className: 'font-mono text-code', cell: ([field]) => field },
          { header: 'Precision', numeric: true, cell: ([, { precision }]) => share(precision) },
          { header: 'Recall', numeric: true, cell: ([, { recall }]) => share(recall) },
        ]}
      />
      {scores.confusion && <Confusion counts={scores.confusion} />}
    </div>
  );
}

const share = (value: number | null): string => (value === null ? '–' : formatPercent(value, 1));

function Confusion({ counts }: { counts: NonNullable<EvaluationScores['confusion']> }) {
  const given = [...new Set(Object.values(counts).flatMap((row) => Object.keys(row)))].sort();
  return (
    <DataTable
      label="Verdicts expected and given"
      rows={Object.entries(counts)}
      rowKey={([expected]) => expected}
      columns={[
        { header: 'Expected ↓ given →', cell: ([expected]) => <bdi>{expected}</bdi> },
        ...given.map((verdict) => ({
          header: verdict,
          numeric: true,
          cell: ([, row]: [string, Record<string, number>]) => formatNumber(row[verdict] ?? 0),
        })),
      ]}
    />
  );
}
