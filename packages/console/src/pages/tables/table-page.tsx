import type { TableDescription } from '@errand/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { FOREVER, useRead } from '../../data/use-read.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { quoteName } from '../sql/read-sql.ts';
import { readProfile } from './table-profile.ts';

export function TablePage() {
  const { name } = useParams({ from: '/shell/tables/$name' });
  const table = useRead(keys.table(name), (options) => errand.tables.describe(name, options));
  if (table.data) return <TableView key={name} table={table.data} />;
  return (
    <>
      <PageHeader title={name} crumbs={[{ label: 'Tables', to: '/tables' }]} />
      {table.isError ? <ErrorCard error={table.error} onRetry={() => void table.refetch()} /> : <Skeleton />}
    </>
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
        crumbs={[{ label: 'Tables', to: '/tables' }]}
        description={
          <>
            {table.row_count === null ? '' : `${count(table.row_count, 'row')}, `}
            {count(table.columns.length, 'column')}, changed <RelativeTime at={table.updated_at} />
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
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${name}?`}
        description={`This permanently deletes ${table.row_count === null ? 'all rows' : count(table.row_count, 'row')}. Queries that use the table will fail.`}
        action="Delete table"
        danger
        onConfirm={async () => {
          await errand.tables.delete(name).catch((error: unknown) => {
            showError(error, 'The table was not deleted');
            throw error;
          });
          showToast('Table deleted');
          await queryClient.invalidateQueries({ queryKey: keys.tables(), exact: true });
          await navigate({ to: '/tables' });
        }}
      />
    </>
  );
}

const count = (number: number, noun: string): string => `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;

function Profile({ table }: { table: TableDescription }) {
  const profile = useRead(
    [...keys.table(table.table_name), 'profile', table.updated_at],
    ({ signal }) => readProfile(table.table_name, table.columns, signal),
    FOREVER,
  );
  return (
    <div>
      <h2 className="mb-2 text-lg font-semibold">Columns</h2>
      {profile.isError && <ErrorCard error={profile.error} onRetry={() => void profile.refetch()} />}
      {/* Fixed widths, because the profile of the values comes later and should move nothing. */}
      <Table label="Columns" tableClassName="sm:table-fixed">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Type</Th>
            <Th numeric className="w-24">
              Empty
            </Th>
            <Th numeric className="w-32">
              Distinct values
            </Th>
            <Th>Smallest</Th>
            <Th>Largest</Th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column, index) => {
            const seen = profile.data?.columns[index];
            const rows = profile.data?.rows ?? 0;
            return (
              <Tr key={column.name}>
                <Td className="truncate font-medium" title={column.name}>
                  <bdi>{column.name}</bdi>
                </Td>
                <Td className="truncate font-mono text-code text-muted" title={column.type}>
                  {column.type}
                </Td>
                <Td numeric>{seen ? formatPercent(rows - seen.filled, rows) : '…'}</Td>
                <Td numeric>{seen ? `~${formatNumber(seen.distinct)}` : '…'}</Td>
                <Td className="truncate font-mono text-code" title={seen?.min ?? undefined}>
                  <bdi>{seen ? seen.min : '…'}</bdi>
                </Td>
                <Td className="truncate font-mono text-code" title={seen?.max ?? undefined}>
                  <bdi>{seen ? seen.max : '…'}</bdi>
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
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
            <Table label="First rows" className="max-h-[28rem] overflow-y-auto">
              <thead className="sticky top-0">
                <tr>
                  {columns.map((column) => (
                    <Th key={column.name}>
                      <bdi>{column.name}</bdi>
                    </Th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table have no identity but their place
                  <Tr key={index}>
                    {columns.map((column) => (
                      <Td key={column.name} className="max-w-72 truncate font-mono text-code">
                        {row[column.name] === null || row[column.name] === undefined ? (
                          <span className="text-faint">null</span>
                        ) : (
                          <bdi>{String(row[column.name])}</bdi>
                        )}
                      </Td>
                    ))}
                  </Tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </QueryView>
    </div>
  );
}
