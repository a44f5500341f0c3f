import type { Agent, Drift, ReviewStats } from '@errand/sdk';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { useRead } from '../../data/use-read.ts';
import { Card, Facts } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { errand } from '../../session/client.ts';
import { useVersions } from '../versions/use-versions.ts';
import { driftRows } from './drift-rows.ts';

const DAY_MS = 86_400_000;
const periods = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const;

/** Shows the results of the agent's reviews, and how they change from month to month. */
export function ReviewsTab({ agent }: { agent: Agent }) {
  const drift = useRead(keys.drift(agent.id), (options) => errand.gates.drift(agent.id, {}, options));
  return (
    <div className="flex flex-col gap-5">
      <Figures agent={agent} />
      <Card title="Drift">
        <QueryView query={drift} rows={4}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title="No job has been reviewed yet">
                Drift shows how often reviewers agree with the output, by version and month. Set a review plan under
                Settings to begin.
              </EmptyState>
            ) : (
              <DriftTable rows={rows} />
            )
          }
        </QueryView>
      </Card>
    </div>
  );
}

/** Months are rows and versions are columns, so that a decline shows in a column and a better version beside it. */
function DriftTable({ rows }: { rows: Drift['rows'] }) {
  const { versions, months } = driftRows(rows);
  return (
    <Table label="Agreement of reviewers by version and month">
      <thead>
        <tr>
          <Th>Month</Th>
          {versions.map(({ id, name }) => (
            <Th key={id} numeric>
              <bdi>{name}</bdi>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, cells }) => (
          <Tr key={month}>
            <Td className="tabular-nums">{month}</Td>
            {cells.map((cell, index) => (
              <Td key={versions[index]!.id} numeric>
                {cell === undefined ? (
                  '–'
                ) : (
                  <>
                    {formatPercent(cell.agreed, cell.reviewed)}{' '}
                    <span className="text-muted">of {formatNumber(cell.reviewed)}</span>
                  </>
                )}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Figures({ agent }: { agent: Agent }) {
  const [days, setDays] = useState<(typeof periods)[number]['value']>('30');
  const stats = useRead(keys.agentReviewStats(agent.id, Number(days)), (options) => {
    const from = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
    return errand.reviews.stats({ agent_id: agent.id, from }, options);
  });
  return (
    <Card
      title="Reviews"
      actions={<Select label="Period" className="w-40!" value={days} options={periods} onChange={setDays} />}
    >
      <QueryView query={stats} rows={4}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <Warnings title="Decisions faster than reading" items={data.warnings} />
            <Facts
              facts={[
                ['Open', formatNumber(data.open)],
                [
                  'Overdue',
                  data.overdue > 0 ? (
                    <strong key="overdue" className="text-danger">
                      {data.overdue}
                    </strong>
                  ) : (
                    '0'
                  ),
                ],
                ['Done', formatNumber(data.done)],
                ['Agreed with the output', share(data.agreement)],
                ['Corrected the output', share(data.override_rate)],
                ['Median time', formatDuration(data.median_seconds === null ? null : data.median_seconds * 1_000)],
                [
                  'Second reviewer agreed',
                  data.second.compared === 0
                    ? '–'
                    : `${share(data.second.agreement)} of ${formatNumber(data.second.compared)} jobs`,
                ],
              ]}
            />
            <Breakdown agent={agent} stats={data} />
          </div>
        )}
      </QueryView>
    </Card>
  );
}

const share = (part: number | null): string => (part === null ? '–' : formatPercent(part, 1));

function Breakdown({ agent, stats }: { agent: Agent; stats: ReviewStats }) {
  const versions = useVersions(agent);
  const nameOf = (id: string): string => versions.data?.find((one) => one.id === id)?.version_name ?? id.slice(0, 8);
  const { by_version: byVersion, by_reviewer: byReviewer, by_field: byField } = stats;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-3">
      {Object.keys(byVersion).length > 0 && (
        <FigureTable
          label="Reviews by version"
          columns={['Version', 'Done', 'Agreed', 'Corrected']}
          rows={Object.entries(byVersion).map(([id, one]) => [
            nameOf(id),
            formatNumber(one.done),
            share(one.agreement),
            share(one.override_rate),
          ])}
        />
      )}
      {Object.keys(byReviewer).length > 0 && (
        <FigureTable
          label="Reviews by reviewer"
          columns={['Reviewer', 'Done', 'Agreed', 'Median', 'Too quick']}
          rows={Object.entries(byReviewer).map(([name, one]) => [
            name,
            formatNumber(one.done),
            share(one.agreement),
            formatDuration(one.median_seconds === null ? null : one.median_seconds * 1_000),
            formatNumber(one.hurried),
          ])}
        />
      )}
      {Object.keys(byField).length > 0 && (
        <FigureTable
          label="Corrections by field"
          columns={['Field', 'Corrected', 'Share']}
          rows={Object.entries(byField).map(([name, one]) => [name, formatNumber(one.corrected), share(one.rate)])}
        />
      )}
    </div>
  );
}

type FigureTableProps = { label: string; columns: string[]; rows: string[][] };

const FigureTable = ({ label, columns: [first, ...figures], rows }: FigureTableProps) => (
  <Table label={label}>
    <thead>
      <tr>
        <Th>{first}</Th>
        {figures.map((name) => (
          <Th key={name} numeric>
            {name}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...values]) => (
        <Tr key={name}>
          <Td className="break-all">{name}</Td>
          {values.map((value, index) => (
            <Td key={figures[index]} numeric>
              {value}
            </Td>
          ))}
        </Tr>
      ))}
    </tbody>
  </Table>
);
