import type { EvaluationScores } from '@errand/sdk';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';

/** Shows scores by field, and for verdicts how often each was expected and given. */
export function Scores({ scores }: { scores: EvaluationScores }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Table label="Scores by field">
        <thead>
          <tr>
            <Th>Field</Th>
            <Th numeric>Precision</Th>
            <Th numeric>Recall</Th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(scores.by_field).map(([field, { precision, recall }]) => (
            <Tr key={field}>
              <Td className="font-mono text-code">{field}</Td>
              <Td numeric>{share(precision)}</Td>
              <Td numeric>{share(recall)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {scores.confusion && <Confusion counts={scores.confusion} />}
    </div>
  );
}

const share = (value: number | null): string => (value === null ? '–' : formatPercent(value, 1));

function Confusion({ counts }: { counts: NonNullable<EvaluationScores['confusion']> }) {
  const given = [...new Set(Object.values(counts).flatMap((row) => Object.keys(row)))].sort();
  return (
    <Table label="Verdicts expected and given">
      <thead>
        <tr>
          <Th>Expected ↓ given →</Th>
          {given.map((verdict) => (
            <Th key={verdict} numeric>
              <bdi>{verdict}</bdi>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(counts).map(([expected, row]) => (
          <Tr key={expected}>
            <Td>
              <bdi>{expected}</bdi>
            </Td>
            {given.map((verdict) => (
              <Td key={verdict} numeric>
                {formatNumber(row[verdict] ?? 0)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
