import type { SkillFile } from '@errand/contract/skills.ts';
import { stringify } from 'yaml';
import { ENTRY_FILE } from '#skills/model.ts';
import type { Sources } from './gather-sources.ts';

const EXCERPT_CHARACTERS_MAX = 4_000;
const FOLDERS = { table: 'tables', document: 'documents', policy: 'policy' };

/** Makes an outline of the sources, because the built-in model writes no prose. The outline says so. */
export function makeOutline(useCase: string, sources: Sources): { files: SkillFile[]; summary: string } {
  const taken = new Set<string>();
  const files = sources.map(({ kind, name, text }): SkillFile => {
    const path = freePath(`${FOLDERS[kind]}/${slug(name)}`, taken);
    const header = {
      name: oneLine(name),
      description: `What the ${kind} ${oneLine(name)} holds. Read it when a case needs it.`,
    };
    return { relative_path: path, content: `${frontMatter(header)}\n# ${oneLine(name)}\n\n${excerpt(text)}\n` };
  });
  const title = oneLine(useCase);
  const entry = [
    frontMatter({ name: title.slice(0, 80), description: `Read it first. ${title}`.slice(0, 500) }),
    `# ${title.slice(0, 200)}\n`,
    '> This is an outline by the built-in model. It lists the sources, but does not say how to work with them.',
    '> Add the steps, or generate the files again with a language model.\n',
    '## Files\n',
    ...files.map(({ relative_path: path }) => `- ${path}`),
    '',
  ].join('\n');
  return {
    files: [{ relative_path: ENTRY_FILE, content: entry }, ...files],
    summary: `An outline by the built-in model baseline, made from ${sources.length} ${sources.length === 1 ? 'source' : 'sources'} without a language model.`,
  };
}

const frontMatter = (header: Record<string, string>): string => `---\n${stringify(header, { lineWidth: 0 })}---\n`;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Disables `@include` lines, because a source must not include files. */
const excerpt = (text: string): string =>
  text
    .slice(0, EXCERPT_CHARACTERS_MAX)
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/^@include/gm, ' @include');

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'file';

function freePath(wanted: string, taken: Set<string>): string {
  let path = `${wanted}.md`;
  for (let number = 2; taken.has(path); number += 1) path = `${wanted}-${number}.md`;
  taken.add(path);
  return path;
}
