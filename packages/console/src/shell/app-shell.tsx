import { Outlet } from '@tanstack/react-router';
import { LiveIndicator } from './live-indicator.tsx';
import { Navigation } from './navigation.tsx';

export function AppShell() {
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-sm bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 flex h-dvh w-52 shrink-0 flex-col gap-4 border-r border-border bg-surface p-3">
        <Navigation />
        <div className="mt-auto">
          <LiveIndicator />
        </div>
      </aside>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-6 py-5 outline-none">
        <Outlet />
      </main>
    </div>
  );
}
