import { MutationCache, QueryClient } from '@tanstack/react-query';
import { showError } from '../design/toast.ts';
import { onReconnect } from './connection.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    // The SDK already retries what is safe to repeat.
    queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      // Forms that show messages beside their fields set `quiet`.
      if (!mutation.meta?.quiet) showError(error);
    },
  }),
});

onReconnect(() => void queryClient.invalidateQueries());
