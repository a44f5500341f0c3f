import { createHash } from 'node:crypto';
import type { EngineContext } from '../engine.ts';
import type { JsonSchema, ModelAnswer, ModelPart, ModelTool } from '../models/model-call.ts';
import { SYSTEM } from './prompts.ts';
import type { Settings } from './settings.ts';

export type Question = {
  prompt: ModelPart[];
  schema?: JsonSchema;
  tools?: ModelTool[];
  turnsMax?: number;
};

/** Asks the model. What exactly it was told is kept with the job, so that the case can be decided again later. */
export async function ask(
  context: EngineContext,
  { model, effort }: Pick<Settings, 'model' | 'effort'>,
  name: string,
  { prompt, schema, tools, turnsMax }: Question,
): Promise<ModelAnswer> {
  await context.step(`prompt of ${name}`, async (usage) => {
    const told = {
      model,
      effort,
      system: SYSTEM,
      prompt: prompt.map(describePart),
      schema,
      tools: tools?.map(describeTool),
    };
    usage.artifactKey = await context.artifact(`prompt_${name}`, told, 'prompt', name);
    return usage.artifactKey;
  });
  return context.model(name, {
    model,
    system: SYSTEM,
    prompt,
    temperature: 0,
    reasoningEffort: effort,
    ...(schema && { outputSchema: schema }),
    ...(tools && tools.length > 0 && { tools }),
    ...(turnsMax !== undefined && { stepsMax: turnsMax }),
  });
}

/** Bytes are in the artifact of their evidence or in the file they came from; their hash says which. */
function describePart(part: ModelPart): unknown {
  if (part.type === 'text') return part.text;
  return { type: part.type, mediaType: part.mediaType, sha256: createHash('sha256').update(part.data).digest('hex') };
}

const describeTool = ({ name, description, inputSchema }: ModelTool) => ({ name, description, inputSchema });
