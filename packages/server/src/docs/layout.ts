import { escapeHtml } from './escape-html.ts';
import { markdownPath, type Page, rootFrom } from './page.ts';
import type { Heading } from './render.ts';

// Lays out a page as HTML. Pages work without scripts and only load this server's style sheet.

type Shown = { page: Page; html: string; headings: Heading[] };

export type Frame = { nav: readonly Page[]; groups: readonly string[]; version: string };

export function layOut({ page, html, headings }: Shown, { nav, groups, version }: Frame, query = ''): string {
  const root = rootFrom(page.path);
  const title = page.path === 'docs' ? 'Errand documentation' : `${page.title} · Errand`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${root}docs/looks/mark.svg">
<link rel="stylesheet" href="${root}docs/style.css">
${
  page.markdown === ''
    ? ''
    : `<link rel="alternate" type="text/markdown" href="${root}${markdownPath(page.path)}">
`
}</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${root}docs/"><img src="${root}docs/looks/mark.svg" alt="" width="22" height="22">Errand <span>documentation</span></a>
<form action="${root}docs/search/" role="search"><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search" aria-label="Search the documentation"></form>
<a class="door" href="${root}docs/api/">Try the API</a>
<a class="door" href="${root}">Console</a>
</header>
<div class="columns">
<nav aria-label="Pages">
<details${page.path === 'docs' ? ' open' : ''}><summary>All pages</summary>
${groups.map((group) => writeGroup(group, nav, page, root)).join('\n')}
</details>
</nav>
<main id="content">
${html}
<footer>Errand ${escapeHtml(version)} · ${page.markdown === '' ? '' : `<a href="${root}${markdownPath(page.path)}">this page as Markdown</a> · `}<a href="${root}llms.txt">llms.txt</a> · <a href="${root}openapi.json">openapi.json</a></footer>
</main>
${writeContents(headings)}
</div>
<script src="${root}docs/js/pages.js"></script>
</body>
</html>
`;
}

function writeGroup(group: string, nav: readonly Page[], current: Page, root: string): string {
  const items = nav
    .filter((page) => page.group === group)
    .map(
      ({ path, title }) =>
        `<li><a href="${root}${path}/"${path === current.path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
    );
  return items.length === 0 ? '' : `<h2>${escapeHtml(group)}</h2><ul>${items.join('')}</ul>`;
}

function writeContents(headings: Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 3) return '';
  const items = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>`;
}
