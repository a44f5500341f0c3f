/** One page of the documentation. */
export type Page = {
  /** Such as `docs/agents`. Served as a page at `/docs/agents/` and as Markdown at `/docs/agents.md`. */
  path: string;
  group: string;
  title: string;
  markdown: string;
};

export const INDEX = 'docs';

/** Returns the path of a page's Markdown. */
export const markdownPath = (path: string): string => (path === INDEX ? 'docs/index.md' : `${path}.md`);

/** Returns the relative path from a page to the server's root, because a proxy may serve it under another path. */
export const rootFrom = (path: string): string => '../'.repeat(path.split('/').length);
