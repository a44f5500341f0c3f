import type { QueryObject } from '@errand/sdk';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { formatDuration } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { ListPager } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

const tones = { SUCCESS: 'positive', FAILURE: 'danger', REVOKED: 'neutral' } as const;
const words: Record<string, string> = {
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
  REVOKED: 'cancelled',
  STARTED: 'running',
};

type SqlHistoryProps = { onClose(): void; onOpen(query: QueryObject): void };

/** Lists all queries, with their results as long as they are kept. */
export function SqlHistory({ onClose, onOpen }: SqlHistoryProps) {
  const list = useList(keys.sqlHistory(), (paging, options) => errand.queries.list(paging, options), {
    pageSize: 20,
    isLocal: true,
    staleTime: 0,
  });
  return (
    <Dialog open onClose={onClose} wide title="History">
      <QueryView query={list.query}>
        {(data) =>
          data.results.length === 0 ? (
            <p className="text-muted">Nothing has been run yet.</p>
          ) : (
            <>
              <ul className="flex flex-col gap-2">
                {data.results.map((query) => (
                  <li key={query.id} className="flex items-start gap-3 rounded-md border border-border p-2.5">
                    <div className="min-w-0 flex-1">
                      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
                        <Badge tone={tones[query.query_task_status as keyof typeof tones] ?? 'accent'}>
                          {words[query.query_task_status ?? ''] ?? 'waiting'}
                        </Badge>
                        <RelativeTime at={query.created_at} />
                        {query.finished_at && (
                          <span>{formatDuration(Date.parse(query.finished_at) - Date.parse(query.created_at))}</span>
                        )}
                        {query.creator && <span>{query.creator.display_name}</span>}
                      </p>
                      <pre className="mt-1 max-h-20 overflow-hidden font-mono text-code whitespace-pre-wrap">
                        {query.query.slice(0, 400)}
                      </pre>
                    </div>
                    <Button size="sm" onClick={() => onOpen(query)}>
                      Open
                    </Button>
                  </li>
                ))}
              </ul>
              <ListPager list={list} />
            </>
          )
        }
      </QueryView>
    </Dialog>
  );
}
