import type { SkillFile } from '@errand/contract/skills.ts';
import { invalidFields } from '#platform/errors.ts';
import { findIncludeProblems } from './includes.ts';
import { FILE_BYTES_MAX, FILES_MAX, FRONT_MATTER_CHARACTERS_MAX, readFrontMatter, SET_BYTES_MAX } from './model.ts';

// Checks the files of a version. They are also written to folders on people's machines (errand export), so a path must
// mean one place inside the folder on every system.

const PROBLEMS_MAX = 10;
/** Control characters, and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Throws a 400 that names each problem. */
export function checkFiles(files: readonly SkillFile[]): void {
  const problems = findFileProblems(files);
  if (problems.length === 0) return;
  const more = problems.length - PROBLEMS_MAX;
  const shown = problems.slice(0, PROBLEMS_MAX);
  throw invalidFields({ files: more > 0 ? [...shown, `There are ${more} more problems.`] : shown });
}

export function findFileProblems(files: readonly SkillFile[]): string[] {
  // Check the numbers first: nobody reads messages about ten thousand files.
  if (files.length === 0) return ['At least one file is required.'];
  if (files.length > FILES_MAX) return [`May have at most ${FILES_MAX} files, but has ${files.length}.`];
  const bytes = files.map(({ content }) => Buffer.byteLength(content));
  if (bytes.reduce((sum, one) => sum + one, 0) > SET_BYTES_MAX)
    return [`May have at most ${SET_BYTES_MAX / 1024} KiB in all files together.`];
  const problems = files.flatMap(({ relative_path: path, content }, index) => {
    const problem = findPathProblem(path) ?? findContentProblem(content, bytes[index]!);
    return problem === undefined ? [] : [`${show(path)}: ${problem}`];
  });
  problems.push(...findTwins(files.map(({ relative_path: path }) => path)));
  return problems.length > 0 ? problems : findIncludeProblems(files);
}

export function findPathProblem(path: string): string | undefined {
  if (INVISIBLE.test(path) || !path.isWellFormed()) return 'a path may not have invisible characters.';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'a path must be relative, without a leading slash or drive letter.';
  if (path.includes('\\')) return 'the parts of a path must be separated by / and not by \\.';
  const parts = path.split('/');
  if (parts.includes('..')) return 'a path may not leave the set.';
  if (parts.some((part) => part === '' || part === '.')) return 'a path may not have empty parts.';
  if (parts.some((part) => part.endsWith(' ') || part.endsWith('.') || part.startsWith(' ')))
    return 'a part of a path may not begin with a space, or end with a space or a dot.';
  if (/[<>:"|?*]/.test(path)) return 'a path may not have any of < > : " | ? *.';
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return 'a part of a path may have at most 255 bytes.';
  return undefined;
}

function findContentProblem(content: string, bytes: number): string | undefined {
  if (bytes > FILE_BYTES_MAX) return `may have at most ${FILE_BYTES_MAX / 1024} KiB.`;
  if (content.includes('\u0000') || !content.isWellFormed()) return 'is not text.';
  if (readFrontMatter(content) === undefined)
    return `the front matter cannot be read. It must be a YAML mapping of at most ${FRONT_MATTER_CHARACTERS_MAX} characters.`;
  return undefined;
}

/** Finds paths that are the same on a case-insensitive disk, and files that are also folders of others. */
function findTwins(paths: string[]): string[] {
  const problems: string[] = [];
  const seen = new Map<string, string>();
  const folders = new Set<string>();
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase();
    const twin = seen.get(key);
    if (twin !== undefined)
      problems.push(`${show(path)}: occurs more than once${twin === path ? '' : ' (case is ignored)'}.`);
    seen.set(key, path);
    const parts = key.split('/');
    for (let end = 1; end < parts.length; end += 1) folders.add(parts.slice(0, end).join('/'));
  }
  for (const [key, path] of seen) if (folders.has(key)) problems.push(`${show(path)}: is both a file and a folder.`);
  return problems;
}

/** Shortens a path for messages. It may be long and contain anything until it is checked. */
function show(path: string): string {
  const plain = path.toWellFormed().replace(new RegExp(INVISIBLE, 'gu'), '�');
  return plain.length > 100 ? `'${plain.slice(0, 100)}…'` : `'${plain}'`;
}
