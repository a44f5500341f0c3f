import { type CaseQueue, ErrandError, type TransactionSource } from '@errand/sdk';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Problems, Textarea, TextField } from '../../design/field.tsx';
import { formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

type Props = { queue: CaseQueue; isAdmin: boolean };

/** Where the transactions of the subjects are, and the runs of the rules that look for patterns in them. */
export function QueueTransactions({ queue, isAdmin }: Props) {
  const source = useRead(
    keys.caseSource(queue.id),
    (options) =>
      errand.transactions.getSource(queue.id, options).catch((error: unknown) => {
        if (error instanceof ErrandError && error.status === 404) return null;
        throw error;
      }),
    { retry: false },
  );
  return (
    <div className="in-order flex min-w-0 flex-col gap-6">
      <Card title="Transactions">
        <QueryView query={source}>
          {(data) => <SourceForm key={data?.updated_at ?? ''} queue={queue} source={data} isAdmin={isAdmin} />}
        </QueryView>
      </Card>
      {source.data && <Runs queue={queue} isAdmin={isAdmin} />}
    </div>
  );
}

function SourceForm({ queue, source, isAdmin }: Props & { source: TransactionSource | null }) {
  const columns = source?.columns;
  const forget = useChange(
    () => errand.transactions.deleteSource(queue.id),
    () => reload(keys.caseQueues()),
  );
  return (
    <SaveForm
      action="Save"
      isLocked={!isAdmin}
      hint="Naming the table needs the role admin."
      actions={
        source && (
          <Button busy={forget.isPending} onClick={() => forget.mutate()}>
            Forget the table
          </Button>
        )
      }
      save={(text) =>
        errand.transactions.setSource(queue.id, {
          table: text('table'),
          columns: {
            at: text('at'),
            from: text('from'),
            to: text('to'),
            amount: text('amount'),
            ...(text('id') !== '' && { id: text('id') }),
            ...(text('currency') !== '' && { currency: text('currency') }),
          },
          ...(text('identifier') !== '' && { identifier: text('identifier') }),
          ...(source && { rules: source.rules }),
          read_from: text('connection') === '' ? null : { connection: text('connection'), query: text('query') },
        })
      }
      onSaved={async () => {
        showToast('Saved', { description: 'Cases of the queue show the transactions of their subjects.' });
        await reload(keys.caseQueues());
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Table" name="table" required defaultValue={source?.table ?? ''} />
        <TextField
          label="Kind of identifier"
          name="identifier"
          optional
          placeholder="account"
          defaultValue={source?.identifier ?? ''}
        />
        <TextField label="Column of the time" name="at" required defaultValue={columns?.at ?? ''} />
        <TextField label="Column of the amount" name="amount" required defaultValue={columns?.amount ?? ''} />
        <TextField label="Column of who pays" name="from" required defaultValue={columns?.from ?? ''} />
        <TextField label="Column of who is paid" name="to" required defaultValue={columns?.to ?? ''} />
        <TextField label="Column of the id" name="id" optional defaultValue={columns?.id ?? ''} />
        <TextField label="Column of the currency" name="currency" optional defaultValue={columns?.currency ?? ''} />
      </div>
      <TextField
        label="Connection"
        name="connection"
        member="read_from"
        optional
        placeholder="bank"
        description="Each run of the rules first reads the rows from there into the table, which it replaces."
        defaultValue={source?.read_from?.connection ?? ''}
      />
      <Field label="Query of that system" name="query" optional>
        <Textarea
          name="query"
          className="font-mono text-code"
          maxLength={20_000}
          defaultValue={source?.read_from?.query ?? ''}
        />
      </Field>
      <Problems />
    </SaveForm>
  );
}

const tones = { running: 'accent', done: 'positive', failed: 'danger' } as const;

function Runs({ queue, isAdmin }: Props) {
  const list = useList(
    keys.caseDetections(queue.id),
    (paging, options) => errand.transactions.listRuns({ queue: queue.id, ...paging }, options),
    {
      pageSize: 10,
      isLocal: true,
      refetchInterval: ({ state }) => (state.data?.results.some((run) => run.state === 'running') ? 1_000 : false),
    },
  );
  const detect = useChange(
    () => errand.transactions.detect(queue.id, {}),
    () => reload(keys.caseDetections(queue.id)),
  );
  return (
    <Card
      title="Rules over all transactions"
      actions={
        isAdmin && (
          <Button size="sm" busy={detect.isPending} onClick={() => detect.mutate()}>
            Run the rules
          </Button>
        )
      }
    >
      <PagedTable
        label="Runs of the rules"
        list={list}
        empty={<p className="text-muted">The rules have not run. What they find becomes alerts of this queue.</p>}
        columns={[
          { header: 'Run', at: ({ created_at: at }) => at },
          { header: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
          { header: 'Rows', numeric: true, cell: ({ row_count: rows }) => (rows === null ? '–' : formatNumber(rows)) },
          { header: 'New alerts', numeric: true, cell: ({ alerts_created: made }) => formatNumber(made) },
          { header: 'Known', numeric: true, cell: ({ alerts_known: known }) => formatNumber(known) },
          {
            header: 'Note',
            className: 'text-muted',
            cell: ({ problem, findings }) => problem ?? findings.flatMap((one) => one.problem ?? []).join(' ') ?? '',
          },
        ]}
      />
    </Card>
  );
}
