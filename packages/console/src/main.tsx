import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/query-client.ts';
import { applyDensity } from './design/density.ts';
import { ToastArea } from './design/toast.tsx';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';
import './styles.css';

applyTheme();
applyDensity();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastArea />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
