import { Type } from 'typebox';
import { form } from './form.ts';

/** The key of engines that consult a knowledge base. */
export const knowledgeConfig = {
  knowledge_base_id: Type.Optional(
    Type.String({
      ...form('task', 'Knowledge base', { control: 'resource' }),
      description:
        'Id of a finished knowledge base. The model sees its typologies and reads those it needs; findings cite what they rest on.',
    }),
  ),
};

export const READ_TYPOLOGY = 'read_typology';
