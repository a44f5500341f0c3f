import type { KnowledgeLens, Typology } from '@errand/contract/knowledge.ts';
import { persistently } from '#platform/persist.ts';
import { type EngineContext, EngineFailure } from './engine/engine.ts';
import { READ_TYPOLOGY } from './engine/knowledge-config.ts';
import type { ModelTool } from './engine/model-call.ts';
import { fitLines } from './engine/prompt-list.ts';
import type { StepContext } from './engine/step-context.ts';

// Gives the model of an investigation access to a knowledge base: the prompt lists the typologies, and a tool reads
// one. Each read is a step.

const DESCRIPTION_CHARACTERS_MAX = 300;

/** Returns the lens of a knowledge base, or undefined if it has none. */
export type FindKnowledge = (orgId: string, baseId: string) => Promise<KnowledgeLens | undefined>;
type Content = Pick<KnowledgeLens, 'refs' | 'typologies'>;

export function createKnowledge(find: FindKnowledge, context: StepContext): EngineContext['knowledge'] {
  return async (baseId) => {
    const id = baseId.trim().toLowerCase();
    // Stored as it is now, so that all attempts and all reads of a job see the same content.
    const { kept, ...chosen } = await context.step(
      'knowledge base',
      async () => {
        const lens = await persistently(() => find(context.orgId, id));
        if (lens === undefined) throw missing(`Knowledge base ${id.slice(0, 60)} not found, or not finished.`);
        const { name, updatedAt: version, refs, typologies } = lens;
        const content: Content = { refs, typologies };
        return { id, name, version, kept: await context.keep(Buffer.from(JSON.stringify(content))) };
      },
      { kind: 'tool' },
    );
    const content = JSON.parse((await context.recall(kept)).toString()) as Content;
    return {
      ...chosen,
      text: describe(chosen.name, content),
      tools: [readTool(context, content)],
      typologies: content.typologies,
    };
  };
}

const readTool = ({ step }: StepContext, { typologies }: Content): ModelTool => ({
  name: READ_TYPOLOGY,
  description: 'Reads a typology of the knowledge base, with its tactics, indicators and questions, by its id.',
  inputSchema: {
    type: 'object',
    properties: { typology_id: { type: 'string' } },
    required: ['typology_id'],
    additionalProperties: false,
  },
  execute(input) {
    const id = (input as { typology_id: string }).typology_id.trim();
    const work = async (): Promise<Typology> => {
      const found = typologies.find((typology) => typology.id === id);
      if (found === undefined)
        throw missing(
          `The knowledge base has no typology '${id.slice(0, 100)}'. It has: ${typologies
            .slice(0, 100)
            .map((typology) => typology.id)
            .join(', ')}.`,
        );
      return found;
    };
    return step(`typology ${id.slice(0, 100)}`, work, { kind: 'tool' });
  },
});

function describe(name: string, { refs, typologies }: Content): string {
  const { lines, more } = fitLines(
    typologies.map(({ id, name: title, description }) => {
      const relevance = refs.find(({ typologyId }) => typologyId === id)?.relevance ?? 'watch';
      return `- ${id} (${relevance}): ${title}. ${description.slice(0, DESCRIPTION_CHARACTERS_MAX)}`;
    }),
  );
  return [
    `Your team has a knowledge base of typologies, "${name.replace(/\s+/g, ' ')}":`,
    ...lines,
    ...(more > 0 ? [`[and ${more} more]`] : []),
  ].join('\n');
}

/** Reported to the model if it asks for an unknown typology. Ends the job if the knowledge base is gone. */
const missing = (message: string): EngineFailure => new EngineFailure(message, { code: 'errand.knowledge.missing' });
