import { posix } from 'node:path';
import type { SkillFile } from '@errand/contract/skills.ts';

// A line `@include path` inserts another file of the skill set. The path is relative to the file that has the line.

const LINE = /^@include[ \t]+(\S.*?)[ \t]*$/gm;
/** An agent reads a file at once, with everything it includes. */
export const READ_CHARACTERS_MAX = 256 * 1024;

export const includesOf = ({ relative_path: path, content }: SkillFile): string[] =>
  [...content.matchAll(LINE)].map((match) => targetOf(path, match[1]!));

const targetOf = (from: string, written: string): string => posix.normalize(posix.join(posix.dirname(from), written));

/** Finds includes of missing files, circular includes, and files that become too long. */
export function findIncludeProblems(files: readonly SkillFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.relative_path, file]));
  const problems: string[] = [];
  // Characters with all includes, or undefined while a file is being measured.
  const sizes = new Map<string, number | undefined>();
  const measure = (file: SkillFile, trail: string[]): number => {
    const path = file.relative_path;
    if (sizes.has(path)) {
      const known = sizes.get(path);
      if (known === undefined)
        problems.push(`${[...trail.slice(trail.indexOf(path)), path].join(' includes ')}: circular include.`);
      return known ?? 0;
    }
    sizes.set(path, undefined);
    let size = file.content.length;
    for (const target of includesOf(file)) {
      const other = byPath.get(target);
      if (other === undefined) problems.push(`${path} includes '${target}', which is not a file of the skill set.`);
      else size += measure(other, [...trail, path]);
    }
    sizes.set(path, size);
    if (size > READ_CHARACTERS_MAX)
      problems.push(`${path} has more than ${READ_CHARACTERS_MAX} characters with its includes.`);
    return size;
  };
  for (const file of files) measure(file, []);
  return problems;
}

/** Returns the content of a file with its includes. It ends, because versions are checked when they are stored. */
export function expandFile(files: readonly SkillFile[], path: string): string | undefined {
  const file = files.find(({ relative_path: own }) => own === path);
  return file?.content.replace(LINE, (whole, written: string) => expandFile(files, targetOf(path, written)) ?? whole);
}
