import { type ComponentType, use } from 'react';

/**
 * A page whose code is loaded when it is first needed. The router loads it before it leaves the page before. A load that
 * failed is tried again the next time; the router's own way would reload the document, which loses it when there is no
 * connection.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType & { preload(): Promise<unknown> } {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const preload = (): Promise<ComponentType> => {
    loading ??= load().then(
      (module) => {
        loaded = module[name];
        return loaded;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function LazyPage() {
    const Page = loaded ?? use(preload());
    return <Page />;
  }
  return Object.assign(LazyPage, { preload });
}
