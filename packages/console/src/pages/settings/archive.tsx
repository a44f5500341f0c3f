import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { formatBytes, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';

/** Which months of jobs are files in storage. */
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
                ? 'This server archives nothing.'
                : `Jobs of months that are over go to the archive after ${formatNumber(after)} months. They stay readable, and come back when somebody changes them.`}
            </p>
            {months.length > 0 && (
              <Table label="Archived months">
                <thead>
                  <tr>
                    <Th>Month</Th>
                    <Th>Jobs</Th>
                    <Th>Webhook deliveries</Th>
                    <Th>Size</Th>
                    <Th>State</Th>
                  </tr>
                </thead>
                <tbody>
                  {months.map((one) => (
                    <Tr key={one.month}>
                      <Td>{one.month}</Td>
                      <Td>{formatNumber(one.jobs)}</Td>
                      <Td>{formatNumber(one.deliveries)}</Td>
                      <Td>{formatBytes(one.bytes)}</Td>
                      <Td>
                        {one.damaged ? (
                          <span className="text-danger">A file is missing or damaged: ask the operator</span>
                        ) : (
                          'fine'
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
