import { Type } from 'typebox';
import { JobStep } from './jobs.ts';
import { JsonObject, Nullable, Timestamp } from './values.ts';

// One step of a job in full, which shows why the job did what it did.

const MessagePart = Type.Object(
  {
    type: Type.String({ description: 'text, reasoning, image, file, tool_call or tool_result.', examples: ['text'] }),
    text: Type.Optional(Type.String()),
    media_type: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    bytes: Type.Optional(Type.Integer({ description: 'Size of an image or file. Its content is not stored here.' })),
    tool: Type.Optional(Type.String()),
    input: Type.Optional(Type.Unknown()),
    output: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: true },
);

export const StepRequest = Type.Object(
  {
    provider: Type.Optional(Type.String()),
    model: Type.Optional(Type.String({ description: 'Model name used by the provider.' })),
    continues: Type.Optional(
      Type.String({
        description: 'Name of the step whose conversation this step continues. Its messages are not repeated.',
      }),
    ),
    messages: Type.Optional(Type.Array(Type.Object({ role: Type.String(), parts: Type.Array(MessagePart) }))),
    settings: Type.Optional(JsonObject),
    answer_schema: Type.Optional(Type.Unknown({ description: 'The JSON schema that the answer must match.' })),
    tools: Type.Optional(Type.Array(Type.Unknown(), { description: 'The tools that the model could use.' })),
    tool: Type.Optional(Type.String({ description: 'For tool calls: the name of the tool.' })),
    input: Type.Optional(Type.Unknown({ description: 'For tool calls: the input from the model.' })),
    method: Type.Optional(Type.String({ description: 'For requests to the internet, with url, headers and body.' })),
    url: Type.Optional(Type.String()),
    headers: Type.Optional(JsonObject),
    body: Type.Optional(Type.Unknown()),
    sql: Type.Optional(Type.String({ description: 'For table queries: the SQL.' })),
  },
  {
    additionalProperties: true,
    description: 'The request. Models have messages, tools have tool and input, fetches have method and url.',
  },
);

export const StepAnswer = Type.Object({
  text: Type.String({ description: 'The text of the answer.' }),
  reasoning: Nullable(Type.String()),
  tool_calls: Type.Array(Type.Object({ tool: Type.String(), input: Type.Unknown() })),
  finish: Nullable(Type.String({ description: 'Why the model stopped.', examples: ['stop'] })),
  answered_by: Nullable(Type.String({ description: 'The model version that answered, as the provider names it.' })),
});

export const StepDetail = Type.Object({
  ...JobStep.properties,
  request: Nullable(StepRequest),
  answer: Nullable(StepAnswer),
  result: Type.Unknown({
    description: 'The recorded result, which a later attempt replays. Null if the step failed.',
  }),
  result_bytes: Type.Integer({
    description: 'Size of the result. A result larger than 2 MB is omitted: `result` is null.',
  }),
  retries: Type.Array(Type.Object({ started_at: Timestamp, duration_ms: Type.Integer(), error: Type.String() }), {
    description: 'Failed tries before this one, oldest first, at most 20.',
  }),
});
