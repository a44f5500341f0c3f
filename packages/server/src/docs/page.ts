/** One page of the documentation. */
export type Page = {
  /** Without slashes at its ends: `docs/agents`. Served as a page at `/docs/agents/` and as Markdown at `/docs/agents.md`. */
  path: string;
  group: string;
  title: string;
  markdown: string;
};

export const INDEX = 'docs';

/** Where the Markdown of a page is. */
export const markdownPath = (path: string): string => (path === INDEX ? 'docs/index.md' : `${path}.md`);

/** From a page, as a browser shows it, to the root of the server: it may stand under a path of a proxy's own. */
export const rootFrom = (path: string): string => '../'.repeat(path.split('/').length);
