import type { Certificate } from '@errand/sdk';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatNumber } from '../../design/format.ts';
import { shortId } from '../../design/short-id.ts';
import { saveText } from '../../json/save-text.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

/** Counts with the right plural, because kinds are plural words: 4 steps, 1 step. */
const countOf = (count: number, kind: string): string =>
  `${formatNumber(count)} ${(count === 1 ? kind.replace(/ies$/, 'y').replace(/s$/, '') : kind).replaceAll('_', ' ')}`;

const jobsOf = ({ job_id: id, job_ids: ids }: Certificate): string => {
  if (id !== null) return shortId(id);
  return ids.length === 0 ? '–' : `${formatNumber(ids.length)} jobs`;
};

/** Lists what was erased, when and why. Each certificate is signed and can be kept elsewhere. */
export function Certificates({ organizationId }: { organizationId: string }) {
  const list = useList(
    keys.certificates(),
    (paging, options) => errand.cases.certificates(organizationId, paging, options),
    { isLocal: true },
  );
  return (
    <Card title="Certificates of erasure">
      <PagedTable
        label="Certificates of erasure"
        list={list}
        empty={<p className="text-muted">Nothing has been erased yet.</p>}
        columns={[
          { header: 'When', at: (one) => one.at },
          { header: 'Reason', cell: ({ reason }) => (reason === 'request' ? 'on request' : 'retention period') },
          { header: 'Jobs', className: 'font-mono text-code', cell: jobsOf },
          {
            header: 'Removed',
            cell: ({ removed }) => removed.map(({ kind, count }) => countOf(count, kind)).join(', '),
          },
          {
            actions: (one) => (
              <Button
                size="sm"
                aria-label={`Download certificate ${shortId(one.id)}`}
                onClick={() => saveText(JSON.stringify(one, null, 2), `certificate-${one.id}.json`)}
              >
                Download
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
