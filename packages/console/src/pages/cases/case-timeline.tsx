import type { CaseEvent } from '@errand/sdk';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import type { Column } from '../../design/data-table.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

const columns: Column<CaseEvent>[] = [
  { header: 'When', at: ({ at }) => at },
  { header: 'What', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { header: 'Who', cell: ({ actor }) => <bdi>{actor.name}</bdi> },
  {
    header: 'Why',
    className: 'max-w-md truncate',
    dir: 'auto',
    cell: ({ detail }) =>
      String(detail.reason ?? detail.comment ?? detail.title ?? detail.outcome ?? detail.name ?? ''),
  },
];

/** Everything that happened to a case. */
export function CaseTimeline({ id }: { id: string }) {
  const list = useList(keys.caseTimeline(id), (paging, options) => errand.caseDesk.timeline(id, paging, options), {
    refetchInterval: 10_000,
  });
  return (
    <Card title="Timeline">
      <PagedTable label="Timeline" list={list} columns={columns} empty={null} />
    </Card>
  );
}
