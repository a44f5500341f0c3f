import type { SkillFile } from '@errand/contract/skills.ts';
import { parse as parseYaml } from 'yaml';
import { isJsonObject } from '#platform/json.ts';

// A skill set is a folder of instructions in versions. An agent first sees the front matter of its files and reads a
// file when it needs it. Versions never change, and one is current.

/** Enough for the instructions of one kind of work. Tables and connections are the place for more documents. */
export const FILES_MAX = 200;
export const FILE_BYTES_MAX = 256 * 1024;
/** About 250,000 tokens. Lists show the files of each version, so this also limits a page. */
export const SET_BYTES_MAX = 1024 * 1024;
/** Front matter is in every prompt of an agent. */
export const FRONT_MATTER_CHARACTERS_MAX = 4_000;
export const ENTRY_FILE = 'SKILL.md';

export type FrontMatter = { name: string; description: string };
/** The part of a file that an agent sees before it reads the file. */
export type FileHeader = FrontMatter & { path: string; characters: number };

const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Returns the front matter of a file: empty if it has none, undefined if it cannot be read. */
export function readFrontMatter(content: string): FrontMatter | undefined {
  const found = FENCED.exec(content);
  const text = found?.[1] ?? '';
  if (text.length > FRONT_MATTER_CHARACTERS_MAX) return undefined;
  let value: unknown;
  try {
    // The core schema creates plain values only. Aliases could turn a small text into a large value.
    value = parseYaml(text, { schema: 'core', maxAliasCount: 0, logLevel: 'error' });
  } catch {
    return undefined;
  }
  if (value === null) return { name: '', description: '' };
  if (!isJsonObject(value)) return undefined;
  return { name: line(value.name), description: line(value.description) };
}

export const listHeaders = (files: readonly SkillFile[]): FileHeader[] =>
  inOrder(files).map(({ relative_path: path, content }) => ({
    path,
    ...(readFrontMatter(content) ?? { name: '', description: '' }),
    characters: content.length,
  }));

/** Sorts the files: the entry first, then by path. */
export const inOrder = (files: readonly SkillFile[]): SkillFile[] =>
  [...files].sort((one, other) => {
    if (one.relative_path === ENTRY_FILE) return -1;
    if (other.relative_path === ENTRY_FILE) return 1;
    return one.relative_path < other.relative_path ? -1 : 1;
  });

const line = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 1_000) : '';
