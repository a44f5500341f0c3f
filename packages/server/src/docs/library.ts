import { makeErrorPages } from './error-pages.ts';
import { groupNames, readGuides } from './guides.ts';
import { layOut } from './layout.ts';
import { writeLlms } from './llms.ts';
import { INDEX, type Page } from './page.ts';
import { makeReferencePages } from './reference-pages.ts';
import { renderPage, servedMarkdown } from './render.ts';
import { readOperations } from './samples/operation.ts';
import { createSearch, type Hit, writeMissing, writeResults } from './search.ts';

// All pages of the documentation: the guides of docs/, the reference made from the OpenAPI description, and the errors.

export type Library = {
  /** Returns the Markdown of a page. */
  markdown(path: string): string | undefined;
  html(path: string): string | undefined;
  search(query: string): Hit[];
  searchPage(query: string): string;
  /** Renders the page for an unknown address. */
  missingPage(path: string): string;
  llms: string;
};

type LibraryOptions = { folder: string; description: Record<string, unknown>; version: string };

export async function openLibrary({ folder, description, version }: LibraryOptions): Promise<Library> {
  const guides = await readGuides(folder);
  const reference = makeReferencePages(readOperations(description));
  const nav = [...guides, ...reference];
  const errors = makeErrorPages();
  const index: Page = { path: INDEX, group: '', title: 'Documentation', markdown: writeIndex(nav, version) };
  const pages = new Map([index, ...nav, ...errors].map((page) => [page.path, page]));
  const find = createSearch([...nav, ...errors]);
  const frame = { nav, groups: [...groupNames, 'Operations'], version };
  const shown = new Map<string, string>();
  return {
    markdown(path) {
      const page = pages.get(path);
      return page && servedMarkdown(page, pages);
    },
    html(path) {
      const page = pages.get(path);
      if (page === undefined) return undefined;
      const html = shown.get(path) ?? layOut({ page, ...renderPage(page, pages) }, frame);
      shown.set(path, html);
      return html;
    },
    search: find,
    searchPage: (query) => layOut({ ...writeResults(query, find(query)), headings: [] }, frame, query),
    missingPage: (path) => layOut({ ...writeMissing(path, find(words(path))), headings: [] }, frame),
    llms: writeLlms(nav, version),
  };
}

/** Returns the words of an address, to search for. */
const words = (path: string): string => (path.split('/').at(-1) ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

function writeIndex(nav: Page[], version: string): string {
  const groups = groupNames.map((group) => {
    const items = nav
      .filter((page) => page.group === group)
      .map(({ title, path }) => `- [${title}](${path.slice(5)}.md)`);
    return `## ${group}\n\n${items.join('\n')}`;
  });
  return `# Errand documentation

Errand ${version} hosts agents and runs them as jobs, over HTTP, from SQL, from a console, a command line and other agents.
Begin with the [tutorial](tutorial.md). For Markdown, write \`.md\` instead of the last slash of a page. Programs begin at
[llms.txt](/llms.txt). [openapi.json](/openapi.json) describes the API; try it in the [API viewer](/docs/api/).

${groups.join('\n\n')}
`;
}
