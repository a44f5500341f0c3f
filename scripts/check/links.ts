// Checks links between documents, and files that documents mention. Both break silently when something is moved.
import { posix } from 'node:path';

/** Whether the repository has a file or folder of this path. */
type IsThere = (path: string) => boolean;

const link = /\]\(([^()\s]+)\)/g;
const namedFile = /`((?:packages|scripts|bench|eval|docs)\/[\w./-]+\.\w+)`/g;

export function checkLinks(sources: Map<string, string>, isThere: IsThere): string[] {
  const documents = [...sources].filter(([path]) => path.endsWith('.md'));
  return documents.flatMap(([path, text]) => [
    ...findLinks(text).flatMap((target) => checkLink(path, target, sources, isThere) ?? []),
    ...(describesToday(path) ? findNamedFiles(text).filter((file) => !isThere(file)) : []).map(
      (file) => `${path}: names ${file}, which is not there`,
    ),
  ]);
}

/** Decisions and the changelog describe the past, so they are not checked. */
const describesToday = (path: string): boolean => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md';

function checkLink(path: string, target: string, sources: Map<string, string>, isThere: IsThere): string | undefined {
  if (/^[a-z]+:/i.test(target)) return undefined;
  const [file = '', anchor] = target.split('#');
  const to = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
  if (!isThere(to)) return `${path}: ${target} leads nowhere`;
  if (anchor === undefined || !to.endsWith('.md')) return undefined;
  return listAnchors(sources.get(to) ?? '').has(anchor) ? undefined : `${path}: ${target} leads to no heading`;
}

const findLinks = (text: string): string[] => [...withoutCode(text).matchAll(link)].map((match) => match[1]!);

const findNamedFiles = (text: string): string[] =>
  [...withoutFences(text).matchAll(namedFile)].map((match) => match[1]!);

/** Lists the anchors of headings: lower case, spaces as dashes, without punctuation. */
function listAnchors(text: string): Set<string> {
  const headings = withoutFences(text).matchAll(/^#+ +(.+?) *$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const withoutFences = (text: string): string => text.replace(/^( *)```[\s\S]*?^\1```/gm, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');
