import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/query-client.ts';
import { applyDensity } from './design/density.ts';
import { router } from './router.tsx';
import { lazyPart } from './shell/lazy-part.ts';
import { applyTheme } from './shell/theme.ts';
import './styles.css';

const ToastArea = lazyPart(async () => (await import('./design/toast-area.tsx')).ToastArea);

applyTheme();
applyDensity();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <ToastArea />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
