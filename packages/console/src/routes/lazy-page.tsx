import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, use } from 'react';

/**
 * A page whose code is loaded when it is first needed. The router loads it before it leaves the page before. A load that
 * failed is tried again the next time; the router's own way would reload the document, which loses it when there is no
 * connection. Pages use the types of routes, so that their own type cannot be asked for here.
 */
export function lazyPage(load: () => Promise<unknown>, name: string): RouteComponent {
  let loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (module) => {
        loaded = (module as Record<string, ComponentType>)[name];
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
