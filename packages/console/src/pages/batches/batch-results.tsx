import type { Batch, BatchResultLine } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { known } from '../../data/search.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { doneOf } from './batch-bar.tsx';
import type { RowFilter } from './batch-search.ts';
import { saveFailedRows, saveResults } from './save-results.ts';

const PAGE_SIZE = 50;
/** The results of a batch come in one response, so for larger batches they are loaded at the end or on demand. */
const LIVE_ROWS_MAX = 500;

const filters: Record<RowFilter, (result: BatchResultLine) => boolean> = {
  all: () => true,
  failed: ({ status }) => status === 4,
  succeeded: ({ status }) => status === 3 || status === 6,
  open: ({ status }) => status < 3,
};

export function BatchResults({ batch }: { batch: Batch }) {
  const { rows: filter = 'all', page = 1 } = useSearch({ from: '/shell/batches/$id' });
  const navigate = useNavigate();
  const show = (search: { rows?: RowFilter; page?: number }) =>
    void navigate({ to: '.', search: known(search), replace: true, resetScroll: false });
  const isLive = batch.finished_at === null && batch.total <= LIVE_ROWS_MAX;
  const results = useQuery({
    // The key includes the progress, so that every change reloads the results.
    queryKey: [
      ...keys.batchResults(batch.id),
      isLive || batch.finished_at !== null ? doneOf(batch) : 0,
      batch.finished_at,
    ],
    queryFn: ({ signal }) => Array.fromAsync(errand.batches.results(batch.id, {}, { signal })),
    placeholderData: (previous) => previous,
  });
  const saveFailed = useMutation({ mutationFn: (rows: BatchResultLine[]) => saveFailedRows(batch, rows) });
  return (
    <QueryView query={results}>
      {(all) => {
        const shown = all.filter(filters[filter]);
        const failed = all.filter(filters.failed);
        return (
          <Card
            title="Rows"
            actions={
              <div className="flex flex-wrap items-center gap-2">
                <Select
                  label="Which rows"
                  className="w-40!"
                  value={filter}
                  onChange={(next) => show(next === 'all' ? {} : { rows: next })}
                  options={[
                    { value: 'all', label: 'All rows' },
                    { value: 'failed', label: 'Failed' },
                    { value: 'succeeded', label: 'Succeeded' },
                    { value: 'open', label: 'Not finished' },
                  ]}
                />
                <Button
                  disabled={failed.length === 0}
                  busy={saveFailed.isPending}
                  onClick={() => saveFailed.mutate(failed)}
                >
                  Failed rows as CSV
                </Button>
                <Button disabled={all.length === 0} onClick={() => saveResults(batch, all)}>
                  Results as CSV
                </Button>
              </div>
            }
          >
            <Table label="Rows of the batch">
              <thead>
                <tr>
                  <Th numeric className="w-16">
                    Row
                  </Th>
                  <Th>Status</Th>
                  <Th>Job</Th>
                  <Th>Output</Th>
                </tr>
              </thead>
              <tbody>
                {shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((result) => (
                  <Tr key={result.index}>
                    <Td numeric>
                      <span className="sm:hidden">Row </span>
                      {result.index + 1}
                    </Td>
                    <Td>
                      <StatusBadge code={result.status} />
                    </Td>
                    <Td>
                      <Link
                        to="/jobs/$id"
                        params={{ id: result.job_id }}
                        title={result.job_id}
                        className="font-mono text-code text-accent hover:underline"
                      >
                        {shortId(result.job_id)}
                      </Link>
                    </Td>
                    <Td
                      dir="auto"
                      className="max-w-xl truncate"
                      title={result.error_message ?? result.outputs?.[0]?.value.slice(0, 300)}
                    >
                      {result.error_message ? (
                        <span className="text-danger">{result.error_message}</span>
                      ) : (
                        result.outputs?.[0]?.value.slice(0, 300)
                      )}
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              count={shown.length}
              onPage={(next) => show({ ...(filter !== 'all' && { rows: filter }), page: next })}
            />
          </Card>
        );
      }}
    </QueryView>
  );
}
