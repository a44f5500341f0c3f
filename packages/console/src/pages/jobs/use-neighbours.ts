import type { AllJobsPage } from '@errand/sdk/overview.ts';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keys } from '../../query-keys.ts';
import { isBusy } from './use-list-keys.ts';

/** J and K go to the next and previous job of the list one came from, with its filters. */
export function useNeighbours(id: string): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target) || (key !== 'j' && key !== 'k'))
        return;
      const lists = queryClient
        .getQueryCache()
        .findAll({ queryKey: keys.allJobs() })
        .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
      for (const { state } of lists) {
        const data = state.data as InfiniteData<AllJobsPage> | undefined;
        const ids = data?.pages.flatMap((page) => page.results.map((job) => job.id)) ?? [];
        const at = ids.indexOf(id);
        const next = at < 0 ? undefined : ids[at + (key === 'j' ? 1 : -1)];
        if (at < 0) continue;
        event.preventDefault();
        if (next) void navigate({ to: '/jobs/$id', params: { id: next }, search: (before) => before as never });
        return;
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [id, navigate, queryClient]);
}
