import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, use } from 'react';

/**
 * A page whose code is loaded on first use, before the router leaves the previous page. A failed load is retried the
 * next time. The router's own way would reload the document, which loses it without a connection. Pages use the types
 * of routes, so their own types cannot be used here.
 */
export function lazyPage(load: () => Promise<unknown>): RouteComponent {
  let loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (module) => {
        [loaded] = Object.values(module as Record<string, ComponentType>);
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function LazyPage() {
    if (loaded === undefined) use(preload());
    const Page = loaded!;
    return <Page />;
  }
  return Object.assign(LazyPage, { preload });
}
