import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { highlight } from './highlight.ts';
import { INDEX, markdownPath, type Page, rootFrom } from './page.ts';

// Renders our Markdown as HTML. Links to files that are not served become text.

export type Heading = { depth: number; text: string; id: string };

export function renderPage(page: Page, pages: ReadonlyMap<string, Page>): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(text, used);
        headings.push({ depth, text: plain(text), id });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = resolveLink(href, page, pages);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      // An error code links to its page wherever it appears.
      codespan({ text }: Tokens.Codespan) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const path = `docs/errors/${text}`;
        return pages.has(path) ? `<a href="${rootFrom(page.path)}${path}/">${code}</a>` : code;
      },
      image({ href, text }: Tokens.Image) {
        const name = /^(?:docs\/)?images\/([\w-]+\.png)$/.exec(href)?.[1];
        if (name === undefined) return escapeHtml(text);
        return `<img src="${rootFrom(page.path)}docs/images/${name}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const language = lang.split(' ')[0] ?? '';
        return `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${highlight(text, language)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const cell = (one: Tokens.TableCell, tag: string): string =>
          `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const head = token.header.map((one) => cell(one, 'th')).join('');
        const rows = token.rows.map((row) => `<tr>${row.map((one) => cell(one, 'td')).join('')}</tr>`).join('\n');
        return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  return { html: marked.parse(page.markdown, { async: false }), headings };
}

/** The Markdown of a page as it is served: links to files that are not served become text, as in HTML. */
export function servedMarkdown(page: Page, pages: ReadonlyMap<string, Page>): string {
  return page.markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(/(?<!!)\[([^\]\n]*)\]\(([^)\s]+)\)/g, (link, text: string, href: string) =>
            resolveLink(href, page, pages) === undefined ? text : link,
          ),
    )
    .join('');
}

/** Resolves a link relative to its page. Returns undefined if the target is not served. */
export function resolveLink(href: string, page: Page, pages: ReadonlyMap<string, Page>): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const root = rootFrom(page.path);
  const { pathname, search, hash } = new URL(href, `http://docs/${markdownPath(page.path)}`);
  if (!pathname.endsWith('.md'))
    return href.startsWith('/') ? `${root}${pathname.slice(1)}${search}${hash}` : undefined;
  const path = pathname === '/docs/index.md' ? INDEX : pathname.slice(1, -'.md'.length);
  return pages.has(path) ? `${root}${path}/${hash}` : undefined;
}

/** Makes the same anchors as common Markdown viewers, so that links work there and here. */
export const slugOfHeading = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function uniqueId(text: string, used: Map<string, number>): string {
  const slug = slugOfHeading(text);
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

const plain = (markdown: string): string => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
