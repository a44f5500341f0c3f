import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatBytes, formatNumber } from '../../design/format.ts';
import { counted } from '../../design/plural.ts';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

/** 2025-03 → March 2025. */
const monthName = (month: string): string =>
  new Date(`${month.slice(0, 7)}-15T12:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric' });

/** Lists the archived months of jobs. */
export function Archive({ organizationId }: { organizationId: string }) {
  const archive = useRead(keys.archive(), (options) => errand.cases.archive(organizationId, options));
  return (
    <Card title="Archive">
      <QueryView query={archive} rows={2}>
        {({ after_months: after, months }) => (
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              {after === 0
                ? 'This server does not archive jobs.'
                : `A month’s jobs move to the archive ${counted(after, 'month')} after it ends. You can still read them, and they return when somebody changes them.`}
            </p>
            {months.length > 0 && (
              <DataTable
                label="Archived months"
                rows={months}
                rowKey={(one) => one.month}
                columns={[
                  { header: 'Month', cell: (one) => monthName(one.month) },
                  { header: 'Jobs', numeric: true, cell: (one) => formatNumber(one.jobs) },
                  { header: 'Webhook deliveries', numeric: true, cell: (one) => formatNumber(one.deliveries) },
                  { header: 'Size', numeric: true, cell: (one) => formatBytes(one.bytes) },
                  {
                    header: 'State',
                    cell: (one) =>
                      one.damaged ? (
                        <>
                          <Badge tone="danger">damaged</Badge> A file is missing or damaged. Ask the operator.
                        </>
                      ) : (
                        <Badge tone="positive">intact</Badge>
                      ),
                  },
                ]}
              />
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}
