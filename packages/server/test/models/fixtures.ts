import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { defineEngine, type Engine, EngineFailure } from '#engines/engine/engine.ts';
import type { ModelPart, ModelTool } from '#engines/engine/model-call.ts';

/** A file for ERRAND_MODELS_FILE. */
export async function writeModelsFile(content: unknown): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-models-'));
  const path = join(folder, 'models.json');
  await writeFile(path, JSON.stringify(content));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

export const schema = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

const attachments: ModelPart[] = [
  { type: 'image', data: Buffer.from('an image'), mediaType: 'image/png' },
  { type: 'file', data: Buffer.from('a document'), mediaType: 'application/pdf', name: 'a.pdf' },
];

/** Asks `model`, then `second` when there is one, with a tool that adds; gives what the answers say. */
export function createAskEngine(onAdd: (input: unknown) => void = () => undefined): Engine {
  const add: ModelTool = {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    async execute(input) {
      onAdd(input);
      const { a, b } = input as { a: number; b: number };
      if (a < 0) throw new EngineFailure('Negative numbers are not for me.');
      return { sum: a + b };
    },
  };
  return defineEngine<{
    model: string;
    second?: string;
    tools?: boolean;
    structured?: boolean;
    effort?: 'low';
    attach?: boolean;
  }>({
    id: 'AskEngine',
    name: 'Ask',
    description: 'Asks models.',
    inputs: [{ key: 'text', data_type: 'text/plain', description: 'What to ask.' }],
    configSchema: Type.Object({
      model: Type.String(),
      second: Type.Optional(Type.String()),
      tools: Type.Optional(Type.Boolean()),
      structured: Type.Optional(Type.Boolean()),
      effort: Type.Optional(Type.Enum(['low'])),
      attach: Type.Optional(Type.Boolean()),
    }),
    async run(context, { inputs, config }) {
      const answers: unknown[] = [];
      for (const model of [config.model, config.second]) {
        if (model === undefined) continue;
        const answer = await context.model('ask', {
          model,
          system: 'Be brief.',
          prompt: [{ type: 'text', text: inputs.text! }, ...(config.attach ? attachments : [])],
          ...(config.tools && { tools: [add] }),
          ...(config.structured && { outputSchema: schema }),
          ...(config.effort && { reasoningEffort: config.effort }),
        });
        answers.push(answer.output ?? answer.text);
      }
      return { outputs: [{ key: 'output', data_type: 'application/json', value: JSON.stringify(answers) }] };
    },
  });
}
