import { Download } from 'lucide-react';
import { useChange } from '../../data/queries.ts';
import { Button } from '../../design/button.tsx';
import { type CopiedCall, copyItems } from '../../design/copy-as.ts';
import { formatNumber } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { showToast } from '../../design/toast.ts';
import { saveBlob } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { type JobSearch, toJobFilter } from './job-search.ts';

const EXPORT_MAX = 10_000;

/** Exports the jobs that match now. The server writes the file. */
export function ExportButton({ search }: { search: JobSearch }) {
  const save = useChange(
    async (format: 'csv' | 'parquet') => {
      const planned = await errand.bulk.plan({ kind: 'export', filter: toJobFilter(search, Date.now()) });
      if (planned.total === 0) return planned;
      await errand.bulk.start(planned.id);
      saveBlob(await errand.bulk.file(planned.id, { format }), `jobs.${format}`);
      return planned;
    },
    ({ total }) =>
      showToast(total === 0 ? 'Nothing to export' : `${formatNumber(total)} jobs exported`, {
        ...(total >= EXPORT_MAX && {
          description: 'This is the limit of one file. Narrow the filters to export the rest.',
        }),
      }),
  );
  return (
    <Menu
      trigger={
        <Button icon={<Download size={14} aria-hidden />} busy={save.isPending}>
          Export…
        </Button>
      }
      items={[
        { label: 'CSV', onSelect: () => save.mutate('csv') },
        { label: 'Parquet', onSelect: () => save.mutate('parquet') },
        'separator',
        ...copyItems(() => copiedList(search)),
      ]}
    />
  );
}

/** The list as a call. The command takes what one writes by hand; the rest only curl has. */
function copiedList(search: JobSearch): CopiedCall {
  const filter = Object.entries(toJobFilter(search, Date.now())).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(filter.map(([name, value]) => [name, String(value)])).toString();
  const { q, status, agent } = search;
  return {
    method: 'GET',
    path: `/v1/agents/jobs/${query && `?${query}`}`,
    command: [
      ...['jobs', 'list'],
      ...(agent !== undefined && !agent.includes(',') ? ['--agent', agent] : []),
      ...(status !== undefined && !status.includes(',') ? ['--status', status] : []),
      ...(q !== undefined ? ['--query', q] : []),
    ],
  };
}
