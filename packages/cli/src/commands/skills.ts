import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { SkillFile, SkillSet } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { findNamed } from '../operations/find.ts';
import { UsageError } from '../terminal/errors.ts';
import { count, done } from '../terminal/text.ts';

export function addSkillCommands(program: Command): void {
  const skills = program.command('skills').description('manage skill sets: instructions that agents read on demand');

  skills
    .command('get')
    .description('show a skill set with the files of its current version and the agents that use it')
    .argument('<set>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const set = await findNamed<SkillSet>(errand, 'skills.list', name);
        const version = await errand.skills.getVersion(set.id);
        const agents = await errand.skills.dependents(set.id);
        const lines = [
          `${set.name}, ${version.version_name}`,
          ...version.files.map(
            ({ relative_path, content }) => `${relative_path}  ${count(content.length, 'character')}`,
          ),
          ...agents.map(({ agent_name, version_name }) => `used by ${agent_name}, ${version_name}`),
        ];
        return { json: { ...set, current_version: version, dependent_agents: agents }, text: lines.join('\n') };
      }),
    );

  skills
    .command('create')
    .description('create a skill set; with a folder, its files are the first version after the base files')
    .argument('<name>', 'its name')
    .option('--description <text>', 'what it is for', '')
    .option('--files <folder>', 'a folder of files')
    .action((name, { description, files: folder }, command) =>
      call(command, async ({ errand }) => {
        const files = folder === undefined ? undefined : await readFolder(folder);
        const set = await errand.skills.create({ name, description });
        if (files !== undefined) await errand.skills.createVersion(set.id, { files });
        return { json: set, text: done(`Created the skill set ${set.name}.`, { id: set.id }) };
      }),
    );

  addFolderCommands(skills);
}

function addFolderCommands(skills: Command): void {
  skills
    .command('pull')
    .description('write the files of the current version into a folder')
    .argument('<set>', 'id or name')
    .argument('<folder>', 'the folder; created if needed, other files in it stay')
    .action((name, folder, _, command) =>
      call(command, async ({ errand }) => {
        const { files, version_name } = await errand.skills.getVersion(
          (await findNamed<SkillSet>(errand, 'skills.list', name)).id,
        );
        for (const { relative_path: path, content } of files) {
          const place = join(folder, ...path.split('/'));
          await mkdir(dirname(place), { recursive: true });
          await writeFile(place, content);
        }
        const text = done(`Wrote ${count(files.length, 'file')} of ${version_name} to ${folder}.`);
        return { json: { version_name, files: files.map(({ relative_path }) => relative_path) }, text };
      }),
    );

  skills
    .command('push')
    .description('make the files of a folder the current version')
    .argument('<set>', 'id or name')
    .argument('<folder>', 'the folder; all its files except hidden ones')
    .option('--name <text>', 'name of the version')
    .option('--summary <text>', 'what changed')
    .option('--force', 'replace the current version even if it has changed')
    .option('--expect <version>', 'refuse if another version is current')
    .action((name, folder, { name: versionName, summary, expect, force }, command) =>
      call(command, async ({ errand }) => {
        const set = await findNamed<SkillSet>(errand, 'skills.list', name);
        const files = await readFolder(folder);
        const expected = force ? undefined : (expect ?? set.current_version_id ?? undefined);
        const created = await errand.skills.createVersion(set.id, {
          files,
          ...(versionName && { version_name: versionName }),
          ...(summary && { summary }),
          ...(expected && { expected_current: expected }),
        });
        return { json: created, text: done(`${created.version_name} is the current version of ${set.name}.`) };
      }),
    );
}

/** Reads all files below a folder. Refuses files that are not text, because sending them would damage them. */
async function readFolder(folder: string): Promise<SkillFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UsageError(`There is no folder ${folder}.`);
  });
  const files: SkillFile[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const place = join(entry.parentPath, entry.name);
    const path = relative(folder, place).split(sep).join('/');
    if (path.split('/').some((part) => part.startsWith('.'))) continue;
    try {
      const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(place));
      files.push({ relative_path: path, content });
    } catch {
      throw new UsageError(`${place} is not a text in UTF-8.`);
    }
  }
  return files.sort((one, other) => (one.relative_path < other.relative_path ? -1 : 1));
}
