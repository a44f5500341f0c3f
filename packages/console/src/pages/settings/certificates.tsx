import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatNumber } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { saveText } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';

const PAGE_SIZE = 25;

/** Counts with the right plural, because kinds are plural words: 4 steps, 1 step. */
const countOf = (count: number, kind: string): string =>
  `${formatNumber(count)} ${(count === 1 ? kind.replace(/ies$/, 'y').replace(/s$/, '') : kind).replaceAll('_', ' ')}`;

/** Lists what was erased, when and why. Each certificate is signed and can be kept elsewhere. */
export function Certificates({ organizationId }: { organizationId: string }) {
  const [page, setPage] = useState(1);
  const certificates = useQuery({
    queryKey: keys.certificates(page),
    queryFn: ({ signal }) => errand.cases.certificates(organizationId, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Certificates of erasure">
      <QueryView query={certificates} rows={2}>
        {({ count, results }) =>
          count === 0 ? (
            <p className="text-muted">Nothing has been erased yet.</p>
          ) : (
            <>
              <Table label="Certificates of erasure">
                <thead>
                  <tr>
                    <Th>When</Th>
                    <Th>Reason</Th>
                    <Th>Jobs</Th>
                    <Th>Removed</Th>
                    <Th>
                      <span className="sr-only">Download</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {results.map((one) => (
                    <Tr key={one.id}>
                      <Td>
                        <RelativeTime at={one.at} />
                      </Td>
                      <Td>{one.reason === 'request' ? 'on request' : 'retention period'}</Td>
                      <Td className="font-mono text-code">
                        {one.job_id !== null
                          ? shortId(one.job_id)
                          : one.job_ids.length === 0
                            ? '–'
                            : `${formatNumber(one.job_ids.length)} jobs`}
                      </Td>
                      <Td>{one.removed.map(({ kind, count }) => countOf(count, kind)).join(', ')}</Td>
                      <Td className="text-right">
                        <Button
                          size="sm"
                          aria-label={`Download certificate ${shortId(one.id)}`}
                          onClick={() => saveText(JSON.stringify(one, null, 2), `certificate-${one.id}.json`)}
                        >
                          Download
                        </Button>
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={setPage} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}
