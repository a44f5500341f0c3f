import type { AllJobsPage } from '@errand/sdk';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';

/** J and K go to the next and previous job of the list one came from, with its filters. */
export function useNeighbours(id: string): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  function go(by: number): void {
    const lists = queryClient
      .getQueryCache()
      .findAll({ queryKey: keys.allJobs() })
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const { state } of lists) {
      const data = state.data as InfiniteData<AllJobsPage> | undefined;
      const ids = data?.pages.flatMap((page) => page.results.map((job) => job.id)) ?? [];
      const at = ids.indexOf(id);
      if (at < 0) continue;
      const next = ids[at + by];
      if (next) void navigate({ to: '/jobs/$id', params: { id: next }, search: (before) => before as never });
      return;
    }
  }
  useShortcuts([
    { keys: 'j', label: 'Next job of the list', run: () => go(1) },
    { keys: 'k', label: 'Previous job of the list', run: () => go(-1) },
  ]);
}
