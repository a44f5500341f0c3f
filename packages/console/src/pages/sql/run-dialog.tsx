import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { plural } from '../../design/plural.ts';
import { estimateAgents } from './ask-estimate.ts';
import { type Estimate, sumEstimates } from './estimate.ts';
import { destructiveWords, startsAgents } from './read-sql.ts';

export type RunOptions = { useAdmin: boolean; maxCost: number | undefined };

type RunDialogProps = {
  sql: string;
  onClose(): void;
  onRun(options: RunOptions): void;
};

/** Asks for confirmation before a text destroys data or costs money. */
export function RunDialog({ sql, onClose, onRun }: RunDialogProps) {
  const [destructive, isAgents] = [destructiveWords(sql), startsAgents(sql)];
  const [limit, setLimit] = useState('1');
  const maxCost = isAgents && limit !== '' ? Number(limit) : undefined;
  const isValid = maxCost === undefined || maxCost > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={destructive.length > 0 ? 'This changes tables permanently' : 'This starts agents'}
      description={
        destructive.length > 0
          ? `The SQL contains ${destructive.join(', ')}. Removed data cannot be restored.`
          : 'One job per distinct row, at the normal cost. Cached results cost nothing.'
      }
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant={destructive.length > 0 ? 'danger' : 'primary'}
            disabled={!isValid}
            onClick={() => onRun({ useAdmin: destructive.length > 0, maxCost })}
          >
            {destructive.length > 0 ? 'Run it' : 'Start'}
          </Button>
        </>
      }
    >
      {isAgents && (
        <div className="flex flex-col gap-4">
          <Preflight sql={sql} />
          <Field
            label="Spend at most (USD)"
            description="No more jobs start once this is reached. Empty: limited only by the organization's credits."
          >
            <Input
              type="number"
              min={0.01}
              step="any"
              value={limit}
              onChange={(event) => setLimit(event.target.value)}
            />
          </Field>
        </div>
      )}
    </Dialog>
  );
}

/** Shows the server's estimate of rows, jobs and cost. The user can start without waiting for it. */
function Preflight({ sql }: { sql: string }) {
  const estimate = useRead(keys.sqlEstimate(sql), ({ signal }) => estimateAgents(sql, signal), {
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section aria-label="Estimate" aria-live="polite" className="min-h-28">
      {estimate.data ? (
        <EstimateView estimate={estimate.data} />
      ) : (
        <p className="text-muted">{estimate.isError ? estimate.error.message : 'Counting rows and jobs…'}</p>
      )}
    </section>
  );
}

function EstimateView({ estimate: { agents, problems } }: { estimate: Estimate }) {
  const all = sumEstimates(agents);
  return (
    <div className="flex flex-col gap-2">
      {agents.length > 0 && (
        <>
          <p className="text-md">
            <strong>{formatNumber(all.rows)}</strong> {plural(all.rows, 'row')},{' '}
            <strong>{formatNumber(all.jobs)}</strong> {plural(all.jobs, 'job')},{' '}
            {all.cost === null ? 'cost not known' : <strong>about {formatCost(all.cost)}</strong>}
          </p>
          <DataTable
            label="Estimate by agent"
            rows={agents}
            // An agent may be called by two statements.
            rowKey={(_one, index) => index}
            columns={[
              {
                header: 'Agent',
                cell: (one) => (
                  <>
                    <bdi className="font-medium">{one.agent}</bdi>
                    <span className="block text-xs text-muted">
                      {one.note ?? `from its last ${formatNumber(one.basedOnJobs)} jobs`}
                    </span>
                  </>
                ),
              },
              { header: 'Rows', numeric: true, cell: ({ rows }) => formatNumber(rows) },
              { header: 'Jobs', numeric: true, cell: ({ jobs }) => formatNumber(jobs) },
              { header: 'Cost', numeric: true, cell: ({ cost }) => (cost === null ? '–' : formatCost(cost)) },
              {
                header: 'At most',
                numeric: true,
                cell: ({ costMax }) => (costMax === null ? '–' : formatCost(costMax)),
              },
            ]}
          />
        </>
      )}
      {agents.length === 0 && problems.length === 0 && <p className="text-muted">No row calls an agent.</p>}
      {problems.map((problem) => (
        <p key={problem} className="rounded-sm bg-warning-soft p-2 text-warning">
          A statement cannot be counted beforehand: {problem}
        </p>
      ))}
    </div>
  );
}
