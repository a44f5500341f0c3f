import { Type } from 'typebox';
import { form } from './form.ts';

/** The key of engines whose model reads a skill set. */
export const skillsConfig = {
  skill_set_id: Type.Optional(
    Type.String({
      ...form('task', 'Skill set', { control: 'resource' }),
      description:
        'Id of a skill set. The model sees what its files are about and reads those it needs. Jobs use the current version.',
    }),
  ),
};

export const READ_SKILL = 'read_skill_file';
