import type { Case, CaseNetwork, NetworkFinding } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatMoment, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const ruleNames: Record<NetworkFinding['rule'], string> = {
  fan_in: 'Fan-in',
  fan_out: 'Fan-out',
  repeated: 'Repeated payments',
  unusual_amounts: 'Unusual amounts',
  pass_through: 'Pass-through',
  cycle: 'Cycle',
};

type FindingsProps = {
  one: Case;
  network: CaseNetwork;
  /** The pattern that was opened last, to show it in the drawing. */
  onChoose(finding: NetworkFinding | undefined): void;
};

/** The patterns in a network. Each opens the rows behind it. */
export function Findings({ one, network, onChoose }: FindingsProps) {
  const { findings, nodes } = network;
  if (findings.length === 0) return null;
  const own = new Set(nodes.filter(({ role }) => role === 'subject').map(({ value }) => value));
  return (
    <section aria-label="Patterns">
      <h3 className="mt-4 mb-2 font-semibold">Patterns ({findings.length})</h3>
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.account} ${finding.from_at}`}>
            <OneFinding one={one} finding={finding} isOwn={own.has(finding.account)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneFindingProps = Pick<FindingsProps, 'one' | 'onChoose'> & { finding: NetworkFinding; isOwn: boolean };

function OneFinding({ one, finding, isOwn, onChoose }: OneFindingProps) {
  const { rule, account, why, statement, from_at: from, to_at: to } = finding;
  const { can } = useAccess();
  const [isOpen, setIsOpen] = useState(false);
  const cite = useChange(
    () =>
      errand.caseDesk.note(one.id, {
        text: `${ruleNames[rule]}, account ${account}, ${from} to ${to}: ${why}\n\n${statement}`,
      }),
    async () => {
      showToast('Kept as a note', { description: 'A sentence of the report can cite it.' });
      await reload(keys.cases());
    },
  );
  return (
    <details
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open);
        onChoose(open ? finding : undefined);
      }}
    >
      <summary className="cursor-pointer">
        <Badge tone="warning">{ruleNames[rule]}</Badge> <bdi className="font-medium">{account}</bdi>{' '}
        <span className="text-muted">
          {why} {formatMoment(from)} to {formatMoment(to)}
        </span>
      </summary>
      {isOpen && (
        <div className="mt-2 flex flex-col items-start gap-3 border-border border-l-2 pl-3">
          <div className="flex flex-wrap gap-2">
            <Link
              to="/cases/$id"
              params={{ id: one.id }}
              search={{ tab: 'transactions', since: from, until: to, ...(!isOwn && { counterparty: account }) }}
              className={buttonClass('secondary', 'sm')}
            >
              Its time in the transactions
            </Link>
            {can('analyst') && one.state !== 'closed' && (
              <Button size="sm" busy={cite.isPending} onClick={() => cite.mutate()}>
                Keep as a note
              </Button>
            )}
          </div>
          {can('member') && <Rows statement={statement} />}
          <details className="max-w-full">
            <summary className="cursor-pointer text-muted">The statement that selects exactly these rows</summary>
            <CodeBlock code={statement} />
          </details>
        </div>
      )}
    </details>
  );
}

const ROWS_SHOWN = 200;

/** The rows behind a finding, as its statement selects them. Only members and above may run SQL. */
function Rows({ statement }: { statement: string }) {
  const found = useRead(
    keys.statementRows(statement),
    (options) => errand.queries.run({ query: statement }, {}, options),
    {
      retry: false,
      staleTime: 60_000,
    },
  );
  return (
    <div className="w-full min-w-0">
      <QueryView query={found} rows={3}>
        {([result]) =>
          result === undefined ? null : (
            <>
              <DataTable
                label="Rows behind the pattern"
                rows={(result.result_rows as unknown[][]).slice(0, ROWS_SHOWN)}
                rowKey={(_row, index) => index}
                narrow="scroll"
                columns={result.column_names.map((header, at) => ({
                  header,
                  cell: (row: unknown[]) => <bdi>{String(row[at] ?? '–')}</bdi>,
                }))}
              />
              {result.row_count > ROWS_SHOWN && (
                <p className="mt-1 text-muted">
                  The first {formatNumber(ROWS_SHOWN)} of {formatNumber(result.row_count)}. The statement selects all.
                </p>
              )}
            </>
          )
        }
      </QueryView>
    </div>
  );
}
