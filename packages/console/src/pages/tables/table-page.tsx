import type { TableDescription } from '@errand/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { FOREVER, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { DeleteDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { counted } from '../../design/plural.ts';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { quoteName } from '../sql/read-sql.ts';
import { isEstimated } from './profile-query.ts';
import { readProfile } from './table-profile.ts';

const crumbs = [{ label: 'Tables', to: '/tables' }];

export function TablePage() {
  const { name } = useParams({ from: '/shell/tables/$name' });
  const table = useRead(keys.table(name), (options) => errand.tables.describe(name, options));
  return (
    <QueryPage query={table} title={name} crumbs={crumbs}>
      {(found) => <TableView key={name} table={found} />}
    </QueryPage>
  );
}

function TableView({ table }: { table: TableDescription }) {
  const { table_name: name } = table;
  const navigate = useNavigate();
  const { can } = useAccess();
  const [isDeleting, setIsDeleting] = useState(false);
  const sql = (text: string) => ({ text });
  return (
    <>
      <PageHeader
        title={name}
        crumbs={crumbs}
        description={
          <>
            {table.row_count === null ? '' : `${counted(table.row_count, 'row')}, `}
            {counted(table.columns.length, 'column')}, changed <RelativeTime at={table.updated_at} />
          </>
        }
        actions={
          <>
            <Link
              to="/sql"
              search={sql(`SELECT * FROM ${quoteName(name)} LIMIT 100`)}
              className={buttonClass('primary')}
            >
              Query
            </Link>
            {can('member') && (
              <Link
                to="/sql"
                search={sql(
                  `SELECT *, run_agent_sync('agent id', MAP {'text': ${quoteName(table.columns[0]?.name ?? 'column')}}) AS answer\nFROM ${quoteName(name)} LIMIT 3`,
                )}
                className={buttonClass()}
              >
                Run an agent on each row
              </Link>
            )}
            {can('member') && <Button onClick={() => setIsDeleting(true)}>Delete…</Button>}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Profile table={table} />
        <Preview name={name} />
      </div>
      <DeleteDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        what="table"
        name={name}
        description={`This permanently deletes ${table.row_count === null ? 'all rows' : counted(table.row_count, 'row')}. Queries that use the table will fail.`}
        onDelete={() => errand.tables.delete(name)}
        onDone={async () => {
          await queryClient.invalidateQueries({ queryKey: keys.tables(), exact: true });
          await navigate({ to: '/tables' });
        }}
      />
    </>
  );
}

function Profile({ table }: { table: TableDescription }) {
  const profile = useRead(
    [...keys.table(table.table_name), 'profile', table.updated_at],
    ({ signal }) => readProfile(table, signal),
    FOREVER,
  );
  const rows = profile.data?.rows ?? 0;
  return (
    <div>
      <h2 className="mb-2 text-lg font-semibold">Columns</h2>
      {profile.isError && <ErrorCard error={profile.error} onRetry={() => void profile.refetch()} />}
      {/* Fixed widths, because the profile of the values comes later and should move nothing. */}
      <DataTable
        label="Columns"
        tableClassName="sm:table-fixed"
        rows={table.columns.map((column, index) => ({ ...column, seen: profile.data?.columns[index] }))}
        rowKey={({ name }) => name}
        columns={[
          {
            header: 'Name',
            className: 'truncate font-medium',
            title: ({ name }) => name,
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            header: 'Type',
            className: 'truncate font-mono text-code text-muted',
            title: ({ type }) => type,
            cell: ({ type }) => type,
          },
          {
            header: 'Empty',
            numeric: true,
            width: 'w-24',
            cell: ({ seen }) => (seen ? formatPercent(rows - seen.filled, rows) : '…'),
          },
          {
            header: 'Distinct values',
            numeric: true,
            width: 'w-32',
            cell: ({ seen }) =>
              seen ? `${isEstimated(table.row_count) ? '~' : ''}${formatNumber(seen.distinct)}` : '…',
          },
          {
            header: 'Smallest',
            className: 'one-line truncate font-mono text-code',
            title: ({ seen }) => seen?.min ?? undefined,
            cell: ({ seen }) => <bdi>{seen ? (seen.min ?? '–') : '…'}</bdi>,
          },
          {
            header: 'Largest',
            className: 'one-line truncate font-mono text-code',
            title: ({ seen }) => seen?.max ?? undefined,
            cell: ({ seen }) => <bdi>{seen ? (seen.max ?? '–') : '…'}</bdi>,
          },
        ]}
      />
    </div>
  );
}

function Preview({ name }: { name: string }) {
  const preview = useRead([...keys.table(name), 'preview'], (options) =>
    errand.tables.preview(name, { limit: 50 }, options),
  );
  return (
    <div>
      <h2 className="mb-2 text-lg font-semibold">First rows</h2>
      <QueryView query={preview}>
        {({ columns, rows }) =>
          rows.length === 0 ? (
            <p className="text-muted">The table is empty.</p>
          ) : (
            <DataTable
              label="First rows"
              className="max-h-[28rem] overflow-y-auto"
              stickyHead
              rows={rows}
              rowKey={(_row, index) => index}
              columns={columns.map(({ name: column }) => ({
                header: column,
                className: 'max-w-72 truncate font-mono text-code',
                cell: (row) =>
                  row[column] == null ? <span className="text-faint">null</span> : <bdi>{String(row[column])}</bdi>,
              }))}
            />
          )
        }
      </QueryView>
    </div>
  );
}
