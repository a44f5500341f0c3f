import type { SkillDiff, SkillFile, SkillFileChange } from '@errand/contract/skills.ts';
import { structuredPatch } from 'diff';

// Compares files line by line.

/**
 * Maximum of edits, shared by all files. The time grows with the square of the lines that differ: some tenths of a
 * second for this many. Files that differ by more are shown as wholly replaced.
 */
const EDITS_MAX = 1_000;
const CONTEXT_LINES = 3;

type FileDiff = SkillDiff['files'][number];

/** Returns the files that differ, sorted by path. */
export function diffFiles(from: readonly SkillFile[], to: readonly SkillFile[]): FileDiff[] {
  const before = new Map(from.map((file) => [file.relative_path, file.content]));
  const after = new Map(to.map((file) => [file.relative_path, file.content]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const differing = paths.filter((path) => before.get(path) !== after.get(path));
  const editsMax = Math.ceil(EDITS_MAX / Math.sqrt(differing.length));
  return differing.map((path): FileDiff => {
    const [old, now] = [before.get(path), after.get(path)];
    const status = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    return { path, status, ...diffTexts(old ?? '', now ?? '', editsMax) };
  });
}

/** Describes what a version changed in its base. Deleted files are not listed. */
export function describeChanges(from: readonly SkillFile[], to: readonly SkillFile[]): SkillFileChange[] {
  const changed = new Map(diffFiles(from, to).map((file) => [file.path, file]));
  return to.map(({ relative_path: path }) => {
    const { status, added_lines = 0, removed_lines = 0 } = changed.get(path) ?? {};
    return {
      path,
      status: status === undefined ? 'untouched' : status === 'added' ? 'created' : 'edited',
      added_lines,
      removed_lines,
    };
  });
}

function diffTexts(
  from: string,
  to: string,
  editsMax: number,
): Pick<FileDiff, 'added_lines' | 'removed_lines' | 'patch'> {
  const found = structuredPatch('', '', from, to, '', '', { context: CONTEXT_LINES, maxEditLength: editsMax });
  const lines = found === undefined ? replaceAll(from, to) : found.hunks.flatMap(showHunk);
  const count = (sign: string) => lines.filter((one) => one.startsWith(sign)).length;
  return { added_lines: count('+'), removed_lines: count('-'), patch: lines.map((one) => `${one}\n`).join('') };
}

type Hunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] };

const showHunk = ({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string[] => [
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
  ...lines,
];

/** For texts with nothing in common, or with too many differences to compare. */
function replaceAll(from: string, to: string): string[] {
  const [old, now] = [linesOf(from), linesOf(to)];
  const heading = `@@ -1,${old.length} +1,${now.length} @@`;
  return [heading, ...old.map((one) => `-${one}`), ...now.map((one) => `+${one}`)];
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
