import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { everyItem, type SkillFile, type SkillSet, type SkillVersion } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import type { Connection } from '../client/connect.ts';
import { MissingError, UsageError } from '../terminal/errors.ts';
import { count, done, moment, table } from '../terminal/text.ts';

export function addSkillCommands(program: Command): void {
  const skills = program.command('skills').description('manage skill sets: instructions that agents read on demand');

  skills
    .command('list')
    .description('list skill sets')
    .action((_, command) =>
      call(command, async ({ errand }) => {
        const found = await Array.fromAsync(everyItem((page) => errand.skills.list({ page, page_size: 100 })));
        const rows = found.map(({ id, name, updated_at }) => [id, name, moment(new Date(updated_at))]);
        return { json: { skill_sets: found }, text: table(['ID', 'NAME', 'UPDATED'], rows) };
      }),
    );

  skills
    .command('get')
    .description('show a skill set with the files of its current version and the agents that use it')
    .argument('<set>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const set = await findSet(errand, name);
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
  addVersionCommands(skills);
}

function addFolderCommands(skills: Command): void {
  skills
    .command('pull')
    .description('write the files of the current version into a folder')
    .argument('<set>', 'id or name')
    .argument('<folder>', 'the folder; created if needed, other files in it stay')
    .action((name, folder, _, command) =>
      call(command, async ({ errand }) => {
        const { files, version_name } = await errand.skills.getVersion((await findSet(errand, name)).id);
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
        const set = await findSet(errand, name);
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

function addVersionCommands(skills: Command): void {
  skills
    .command('versions')
    .description('list the versions of a skill set, newest first')
    .argument('<set>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const set = await findSet(errand, name);
        const versions = await versionsOf(errand, set.id);
        const rows = versions.map(({ id, version_name, created_at, created_by, files }) => [
          id,
          version_name,
          id === set.current_version_id ? 'current' : '',
          String(files.length),
          moment(new Date(created_at)),
          created_by?.email ?? '–',
        ]);
        return { json: { versions }, text: table(['ID', 'NAME', '', 'FILES', 'CREATED', 'BY'], rows) };
      }),
    );

  skills
    .command('diff')
    .description('compare two versions line by line')
    .argument('<set>', 'id or name')
    .argument('<from>', 'id or name of a version')
    .argument('[to]', 'id or name of a version (default: the current version)')
    .action((name, from, to, _, command) =>
      call(command, async ({ errand }) => {
        const set = await findSet(errand, name);
        const versions = await versionsOf(errand, set.id);
        const newer = pickVersion(versions, to ?? set.current_version_id ?? '');
        const diff = await errand.skills.diff(set.id, pickVersion(versions, from).id, newer.id);
        const text = diff.files.map(({ path, status, patch }) => `${status} ${path}\n${patch}`).join('\n');
        return { json: diff, text: text || 'Nothing differs.' };
      }),
    );

  skills
    .command('promote')
    .description('make a version current; choose an older version to roll back')
    .argument('<set>', 'id or name')
    .argument('<version>', 'id or name of the version')
    .action((name, text, _, command) =>
      call(command, async ({ errand }) => {
        const set = await findSet(errand, name);
        const version = pickVersion(await versionsOf(errand, set.id), text);
        const changed = await errand.skills.setCurrent(set.id, version.id, {});
        return { json: changed, text: done(`${version.version_name} is the current version of ${set.name}.`) };
      }),
    );

  skills
    .command('delete')
    .description('delete a skill set that no agent uses')
    .argument('<set>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const set = await findSet(errand, name);
        await errand.skills.delete(set.id);
        return { json: { id: set.id, deleted: true }, text: done(`Deleted the skill set ${set.name}.`) };
      }),
    );
}

async function findSet(errand: Connection, text: string): Promise<SkillSet> {
  const sets = await Array.fromAsync(everyItem((page) => errand.skills.list({ page, page_size: 100 })));
  const found = sets.find(({ id }) => id === text) ?? sets.find(({ name }) => name === text);
  if (found === undefined) throw new MissingError(`There is no skill set ${text}. errand skills list shows them.`);
  return found;
}

const versionsOf = (errand: Connection, setId: string): Promise<SkillVersion[]> =>
  Array.fromAsync(everyItem((page) => errand.skills.listVersions(setId, { page, page_size: 20 })));

function pickVersion(versions: readonly SkillVersion[], text: string): SkillVersion {
  const found = versions.find(({ id }) => id === text) ?? versions.find(({ version_name }) => version_name === text);
  if (found === undefined)
    throw new MissingError(`The skill set has no version ${text}. errand skills versions lists them.`);
  return found;
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
