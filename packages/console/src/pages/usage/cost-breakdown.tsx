import type { Costs } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { describeChange } from '../../design/changes.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { Input } from '../../design/field.tsx';
import { formatCost, formatMoment, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { toPathPart, toTerm } from '../jobs/list-words.ts';

const kinds = { model: 'By model', version: 'By version', key: 'By API key', metadata: 'By metadata' };
const heads = { model: 'Model', version: 'Version', key: 'API key', metadata: 'Value' };
const DAY_MS = 86_400_000;
const ROWS_SHOWN = 20;

type Row = Costs['results'][number];
type CostBreakdownProps = { organizationId: string; days: number };

/** Shows the cost by model, version, key or metadata value, compared with the period before. */
export function CostBreakdown({ organizationId, days }: CostBreakdownProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('model');
  const [name, setName] = useState('');
  const by = kind === 'metadata' ? `metadata.${name}` : kind;
  const costs = useRead(
    keys.costs(by, days),
    (options) => {
      const created_from = new Date(Date.now() - days * DAY_MS).toISOString();
      return errand.organizations.costs(organizationId, { by, created_from, compare: true }, options);
    },
    { enabled: kind !== 'metadata' || name !== '', placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const searchOf = (value: string) => toTerm(kind === 'metadata' ? `metadata.${toPathPart(name)}` : kind, value);
  return (
    <Card title="Cost by source">
      <div className="mb-3 flex flex-wrap gap-2">
        <Select
          label="Cost"
          className="w-44!"
          value={kind}
          options={(Object.entries(kinds) as [keyof typeof kinds, string][]).map(([value, label]) => ({
            value,
            label,
          }))}
          onChange={setKind}
        />
        {kind === 'metadata' && (
          <Input
            aria-label="Metadata key"
            placeholder="customer"
            className="w-44!"
            onBlur={(event) => setName(event.target.value.trim())}
          />
        )}
      </div>
      {(kind !== 'metadata' || name !== '') && (
        <QueryView query={costs} rows={3}>
          {(data) =>
            data.results.length === 0 ? (
              <p className="text-muted">No cost in this period.</p>
            ) : (
              <>
                <DataTable
                  label="Costs"
                  rows={data.results.slice(0, ROWS_SHOWN)}
                  rowKey={(row) => row.value}
                  columns={columnsOf(kind, data, searchOf)}
                />
                {missing(data).map((text) => (
                  <p key={text} className="mt-2 text-muted">
                    {text}
                  </p>
                ))}
              </>
            )
          }
        </QueryView>
      )}
    </Card>
  );
}

function columnsOf(kind: keyof typeof kinds, data: Costs, searchOf: (value: string) => string): Column<Row>[] {
  return [
    {
      header: heads[kind],
      cell: (row) => (
        <Link
          to="/jobs"
          search={{ q: searchOf(row.value), from: data.created_from, to: data.created_to }}
          className="text-accent hover:underline"
        >
          <bdi>{row.label}</bdi>
        </Link>
      ),
    },
    { header: 'Jobs', numeric: true, cell: (row) => formatNumber(row.jobs) },
    { header: 'Cost', numeric: true, cell: (row) => formatCost(row.cost) },
    ...(kind === 'model'
      ? [
          {
            header: 'Own keys',
            numeric: true,
            cell: (row: Row) => formatCost(row.own_key_cost ?? 0),
          },
          {
            header: 'Escalated to',
            cell: (row: Row) =>
              row.escalated_jobs
                ? `${formatNumber(row.escalated_jobs)} (${Math.round((100 * row.escalated_jobs) / row.jobs)} %)`
                : '–',
          },
        ]
      : []),
    {
      header: 'Previous period',
      cell: (row) => (
        <>
          {formatCost(row.cost_before ?? 0)}{' '}
          <span className="text-muted">{describeChange(row.cost, row.cost_before ?? undefined)}</span>
        </>
      ),
    },
  ];
}

/** Says what the table does not show. */
function missing({ results, left_out, complete, searched_to }: Costs): string[] {
  const more = results.length - ROWS_SHOWN + left_out;
  return [
    ...(more > 0 ? [`${formatNumber(more)} more are not shown: each of them cost less.`] : []),
    ...(searched_to !== null ? [`Jobs before ${formatMoment(searched_to)} are not counted.`] : []),
    ...(complete || searched_to !== null ? [] : ['Older jobs are still being counted.']),
  ];
}
