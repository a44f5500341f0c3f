import { createHash } from 'node:crypto';
import type { EngineContext } from '../../engine/engine.ts';
import type { JsonSchema, ModelAnswer, ModelPart, ModelTool, StreamItems } from '../../engine/model-call.ts';
import { keepArtifact } from '../evidence/keep.ts';
import { SYSTEM } from './prompts.ts';
import type { Settings } from './settings.ts';

export type Question = {
  prompt: ModelPart[];
  schema?: JsonSchema;
  tools?: ModelTool[];
  turnsMax?: number;
  /** The verdict depends on the answer. */
  decides?: boolean;
  stream?: StreamItems | undefined;
};

/** Calls the model. Prompt and response are kept with the job, so that the case can be decided again later. */
export async function ask(
  context: EngineContext,
  { model, effort, asked }: Pick<Settings, 'model' | 'effort' | 'asked'>,
  name: string,
  { prompt, schema, tools, turnsMax, decides = false, stream }: Question,
): Promise<ModelAnswer> {
  const told = {
    model,
    effort,
    temperature: 0,
    system: SYSTEM,
    prompt: prompt.map(describePart),
    schema,
    tools: tools?.map(describeTool),
    turns_max: turnsMax,
  };
  const keptPrompt = await keepArtifact(context, `prompt of ${name}`, {
    name: `prompt_${name}`,
    content: told,
    source: 'prompt',
    of: name,
  });
  const answer = await context.model(name, {
    model,
    system: SYSTEM,
    prompt,
    temperature: 0,
    reasoningEffort: effort,
    ...(schema && { outputSchema: schema }),
    ...(tools && tools.length > 0 && { tools }),
    ...(turnsMax !== undefined && { stepsMax: turnsMax }),
    ...(stream && { stream }),
    ...(decides && { substitutes: await substitutesOf(context) }),
  });
  const keptAnswer = await keepArtifact(context, `answer of ${name}`, {
    name: `answer_${name}`,
    content: describeAnswer(answer),
    source: answer.model,
    of: name,
  });
  asked.push({ name, prompt: keptPrompt, answer: keptAnswer, answered_by: answer.answeredBy });
  return answer;
}

/** A verdict is decided by a substitute only if the policy says so. */
async function substitutesOf(context: EngineContext): Promise<'never' | 'listed'> {
  const policy = await context.policy();
  return policy?.content.substitutes === 'listed' ? 'listed' : 'never';
}

/** Includes the results and errors of tools, in order. */
const describeAnswer = (answer: ModelAnswer) => ({
  model: answer.model,
  answered_by: answer.answeredBy,
  text: answer.text,
  tool_uses: answer.toolUses,
  input_tokens: answer.inputTokens,
  output_tokens: answer.outputTokens,
  cost: answer.cost,
});

/** Does not repeat bytes. The hash identifies the evidence artifact or file that contains them. */
function describePart(part: ModelPart): unknown {
  if (part.type === 'text') return part.text;
  return { type: part.type, mediaType: part.mediaType, sha256: createHash('sha256').update(part.data).digest('hex') };
}

const describeTool = ({ name, description, inputSchema }: ModelTool) => ({ name, description, inputSchema });
