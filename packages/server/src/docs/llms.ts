import { groupNames } from './guides.ts';
import { markdownPath, type Page } from './page.ts';

/** Writes llms.txt: what Errand is, the shortest way to use it, and links to every page as Markdown. */
export function writeLlms(nav: Page[], version: string): string {
  const groups = [...groupNames, 'Operations'].map((group) => {
    const items = nav
      .filter((page) => page.group === group)
      .map(({ title, path }) => `- [${title}](/${markdownPath(path)})`);
    return `## ${group}\n\n${items.join('\n')}`;
  });
  const shortPath = nav.find(({ path }) => path === 'docs/programs')?.markdown.replace(/^# .*\n+/, '') ?? '';
  return `# Errand ${version}

> Agent execution service: agents with versions run as jobs, over HTTP, from SQL and in batches; policies decide, webhooks notify.

Send \`Authorization: Bearer KEY\` and JSON. Paths end in a slash. Every error has a code in \`X-Error-Code\`;
\`/docs/errors/{code}.md\` has cause and remedy. \`/docs/search.json?q=words\` searches these pages.

## Short path

${shortPath.trimEnd()}

${groups.join('\n\n')}

## Data

- [OpenAPI of everything](/openapi.json): large
- [OpenAPI of one kind](/openapi.json?tag=agents): the tags are the slugs of the operations above
- [Error codes](/docs/errors.md)
`;
}
