import type { Database } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import { expandFile } from '#skills/includes.ts';
import { type FileHeader, listHeaders } from '#skills/model.ts';
import { findByEitherId } from '#skills/store.ts';
import { type EngineContext, EngineFailure } from './engine/engine.ts';
import type { ModelTool } from './engine/model-call.ts';
import { fitLines } from './engine/prompt-list.ts';
import { READ_SKILL } from './engine/skill-config.ts';
import type { StepContext } from './engine/step-context.ts';

// Gives a model access to a skill set: the prompt shows the front matter of the files, and a tool reads a file. Each
// read is a step, so that the trace of a job shows which instructions it followed.

const DESCRIPTION_CHARACTERS_MAX = 300;
const STEP_NAME_CHARACTERS_MAX = 200;

export function createSkills(database: Database, context: StepContext): EngineContext['skills'] {
  const db = database.tenant(context.orgId);
  const find = (id: string) => persistently(() => findByEitherId(db, context.orgId, id));

  return async (setId) => {
    // A step, so that all attempts of a job follow the same version.
    const chosen = await context.step(
      'skills',
      async () => {
        const found = await find(setId.trim().toLowerCase());
        if (found === undefined) throw missing(`Skill set ${setId.slice(0, 60)} not found. It was deleted.`);
        const { resource: set, version } = found;
        const files = listHeaders(version.files);
        return { set: set.name, version_id: version.id, version_name: version.version_name, files };
      },
      { kind: 'tool' },
    );
    const read = async (path: string): Promise<string> => {
      const version = (await find(chosen.version_id))?.version;
      if (version === undefined) throw missing(`The skill set '${chosen.set}' was deleted while the job ran.`);
      const content = expandFile(version.files, path);
      if (content === undefined)
        throw missing(`File '${path.slice(0, 100)}' not found in the skill set. ${listPaths(chosen.files)}`);
      return content;
    };
    return { versionId: chosen.version_id, text: describe(chosen), tools: [readTool(context, read)] };
  };
}

const readTool = ({ step }: StepContext, read: (path: string) => Promise<string>): ModelTool => ({
  name: READ_SKILL,
  description: 'Reads a file of the skill set, by its path.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
    additionalProperties: false,
  },
  execute(input) {
    const { path } = input as { path: string };
    const plain = path.trim().replace(/^\.?\//, '');
    const work = async () => ({ path: plain, content: await read(plain) });
    return step(`skill file ${plain}`.slice(0, STEP_NAME_CHARACTERS_MAX), work, { kind: 'tool' });
  },
});

function describe({ set, files }: { set: string; files: FileHeader[] }): string {
  const { lines, more } = fitLines(
    files.map(({ path, name, description }) => {
      const about = [name, description.slice(0, DESCRIPTION_CHARACTERS_MAX)].filter(Boolean).join(': ');
      return `- ${path}${about && ` (${about})`}`;
    }),
  );
  return [
    `Your team wrote down how this work is done, in the skill set "${set.replace(/\s+/g, ' ')}". Follow these instructions.`,
    `Read a file with ${READ_SKILL} before you do what it is about; begin with the first. The files:`,
    ...lines,
    ...(more > 0 ? [`[and ${more} more files, which the others name]`] : []),
  ].join('\n');
}

const listPaths = (files: FileHeader[]): string =>
  `Its files: ${files
    .map(({ path }) => path)
    .slice(0, 50)
    .join(', ')}.`;

/** Reported to the model if it asks for an unknown file. Ends the job if the skill set is gone. */
const missing = (message: string): EngineFailure => new EngineFailure(message, { code: 'errand.skills.missing' });
