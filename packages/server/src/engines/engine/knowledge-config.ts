import { Type } from 'typebox';

/** The key of engines that consult a knowledge base. */
export const knowledgeConfig = {
  knowledge_base_id: Type.Optional(
    Type.String({
      description:
        'Id of a finished knowledge base. The model sees its typologies and reads those it needs; findings cite what they rest on.',
    }),
  ),
};

export const READ_TYPOLOGY = 'read_typology';
