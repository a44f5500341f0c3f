import type { Typology } from '@errand/contract/knowledge.ts';
import { type Static, Type } from 'typebox';
import type { Proposed } from '#knowledge/save-proposal.ts';
import { isJsonObject } from '#platform/json.ts';
import { defineEngine, type Engine, EngineFailure } from '../engine/engine.ts';
import { modelConfig } from '../engine/model-config.ts';
import { proposeByModel, proposeBySimilarity } from './propose.ts';

// Proposes typologies for a knowledge base. Knowledge bases start its jobs; a job that was started by hand only returns
// the proposal.

export const TYPOLOGY_PROPOSER = 'TypologyProposerEngine';

const optional = (description: string) => Type.Optional(Type.String({ description }));
const configSchema = Type.Object({
  company: Type.String({ description: 'The company that the typologies are for.' }),
  product_name: optional('Its product.'),
  brief: Type.String({ description: 'What the company and its product do.' }),
  feedback: optional('What to change in the current selection.'),
  selected: Type.Optional(Type.Unknown({ description: 'The current selection of typologies.' })),
  model: modelConfig.model,
});

export type ProposerDeps = {
  listTypologies(): Typology[];
  /** Returns false if no knowledge base waits for the job. */
  save(jobId: string, made: Proposed): Promise<boolean>;
};

export const createTypologyProposerEngine = ({ listTypologies, save }: ProposerDeps): Engine =>
  defineEngine<Static<typeof configSchema>>({
    id: TYPOLOGY_PROPOSER,
    name: 'Typology Proposer',
    description: 'Proposes the typologies that matter to a company and its product, from the catalog.',
    inputs: [
      { key: 'company', data_type: 'text/plain', description: 'The company.', example: 'Acme Pay' },
      { key: 'product_name', data_type: 'text/plain', description: 'Its product.', required: false },
      { key: 'brief', data_type: 'text/plain', description: 'What it does.', example: 'Instant payouts to cards.' },
      { key: 'feedback', data_type: 'text/plain', description: 'What to change.', required: false },
      { key: 'selected', data_type: 'application/json', description: 'The current selection.', required: false },
    ],
    configSchema,
    defaultConfig: {
      company: '${company}',
      product_name: '${product_name}',
      brief: '${brief}',
      feedback: '${feedback}',
      selected: '${selected}',
    },
    async run(context, { config }) {
      const request = {
        company: config.company,
        productName: config.product_name?.trim() || null,
        brief: config.brief,
        feedback: config.feedback?.trim() || null,
        selected: readSelected(config.selected),
        typologies: listTypologies(),
      };
      const model = config.model === undefined ? {} : { model: config.model };
      const made =
        context.modelName(config.model) === 'baseline'
          ? await proposeBySimilarity(request, context.signal)
          : await proposeByModel(context, request, model);
      await context.step('save', () => save(context.jobId, made));
      return { outputs: [{ key: 'proposal', data_type: 'application/json', value: JSON.stringify(made) }] };
    },
  });

/** Inputs are text; a configuration may also have the list itself. */
function readSelected(given: unknown): { typologyId: string }[] {
  const selected = typeof given === 'string' && given.trim() !== '' ? readList(given) : given;
  const refs = Array.isArray(selected) ? selected.filter(isJsonObject) : [];
  return refs.map(({ typologyId }) => ({ typologyId: String(typologyId) }));
}

function readList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineFailure('The current selection is not JSON.', { code: 'errand.config.invalid' });
  }
}
