import { Type } from 'typebox';

/** The key of engines that consult a knowledge base. */
export const knowledgeConfig = {
  knowledge_base_id: Type.Optional(
    Type.String({
      description:
        'Id of a finished knowledge base: the model sees its typologies, reads those it needs, and findings cite what they lean on.',
    }),
  ),
};

export const READ_TYPOLOGY = 'read_typology';
