import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { formatBytes, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';

/** 2025-03 → March 2025. */
const monthName = (month: string): string =>
  new Date(`${month.slice(0, 7)}-15T12:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric' });

/** Lists the archived months of jobs. */
export function Archive({ organizationId }: { organizationId: string }) {
  const archive = useQuery({
    queryKey: keys.archive(),
    queryFn: ({ signal }) => errand.cases.archive(organizationId, { signal }),
  });
  return (
    <Card title="Archive">
      <QueryView query={archive} rows={2}>
        {({ after_months: after, months }) => (
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              {after === 0
                ? 'This server does not archive jobs.'
                : `A month’s jobs move to the archive ${formatNumber(after)} ${after === 1 ? 'month' : 'months'} after it ends. You can still read them, and they return when somebody changes them.`}
            </p>
            {months.length > 0 && (
              <Table label="Archived months">
                <thead>
                  <tr>
                    <Th>Month</Th>
                    <Th numeric>Jobs</Th>
                    <Th numeric>Webhook deliveries</Th>
                    <Th numeric>Size</Th>
                    <Th>State</Th>
                  </tr>
                </thead>
                <tbody>
                  {months.map((one) => (
                    <Tr key={one.month}>
                      <Td>{monthName(one.month)}</Td>
                      <Td numeric>{formatNumber(one.jobs)}</Td>
                      <Td numeric>{formatNumber(one.deliveries)}</Td>
                      <Td numeric>{formatBytes(one.bytes)}</Td>
                      <Td>
                        {one.damaged ? (
                          <>
                            <Badge tone="danger">damaged</Badge> A file is missing or damaged. Ask the operator.
                          </>
                        ) : (
                          <Badge tone="positive">intact</Badge>
                        )}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}
