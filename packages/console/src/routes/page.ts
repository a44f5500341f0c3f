import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { shellRoute } from './root.tsx';

type Load = () => Promise<unknown>;

/** A page of the shell. Its module is loaded when it is needed. */
export const page = <const Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => shellRoute, path, component: lazyPage(load) });

/** A page whose view is in the address: `read` makes sense of what anybody may have written there. */
export const searchPage = <const Path extends string, Search>(
  path: Path,
  load: Load,
  read: (raw: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => shellRoute, path, component: lazyPage(load), validateSearch: read });
