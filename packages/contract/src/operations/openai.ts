import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable } from '../values.ts';

// The shape of OpenAI's interface. What clients may send is checked by the door, whose errors have that shape.

const Given = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'OpenAiRequest',
  description: 'A request in the shape of the OpenAI interface.',
  examples: [{ model: 'greeting', input: 'Ada' }],
});
const GivenChat = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'OpenAiChatRequest',
  description: 'A chat request in the shape of the OpenAI interface.',
  examples: [{ model: 'greeting', messages: [{ role: 'user', content: 'Ada' }] }],
});
const Shown = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'OpenAiObject',
  description: 'An object of the OpenAI interface.',
});
export const OpenAiError = Type.Object(
  {
    error: Type.Object({
      message: Type.String(),
      type: Type.String(),
      code: Nullable(Type.String()),
      param: Nullable(Type.String()),
    }),
  },
  { $id: 'OpenAiError', description: 'An error in the shape of the OpenAI interface.' },
);
const errors = [
  'bad_request',
  'invalid_inputs',
  'missing_inputs',
  'invalid_request',
  'idempotency_conflict',
  'insufficient_credits',
  'organization_paused',
] as const;

export const openai = defineOperations('Doors', {
  models: {
    at: 'GET /openai/v1/models/',
    summary: 'Agents as models',
    description: 'Lists the agents in the shape of the OpenAI interface. The id of a model is the slug of the agent.',
    responses: { 200: Shown },
  },
  model: {
    at: 'GET /openai/v1/models/:model/',
    summary: 'An agent as a model',
    description: 'Takes the slug or the id of an agent.',
    responses: { 200: Shown },
    errors: ['not_found'],
  },
  createResponse: {
    at: 'POST /openai/v1/responses/',
    summary: 'Run an agent as a response',
    description:
      'Takes `model`, `input`, `prompt`, `metadata`, `background`, `stream` and `store`. The response is the job.',
    body: Given,
    responses: { 200: Shown },
    errors,
  },
  getResponse: {
    at: 'GET /openai/v1/responses/:response/',
    summary: 'Retrieve a response',
    description: 'With `stream=true` or `starting_after` it sends the events after that number.',
    query: Type.Object({
      stream: Type.Optional(Type.Boolean({ description: 'Sends the response as events.' })),
      starting_after: Type.Optional(
        Type.Integer({ minimum: -1, description: 'The last `sequence_number` that was received.' }),
      ),
    }),
    responses: { 200: Shown },
    errors: ['not_found'],
  },
  cancelResponse: {
    at: 'POST /openai/v1/responses/:response/cancel/',
    summary: 'Cancel a response',
    description: 'Cancels the job. A response that has ended stays as it is.',
    responses: { 200: Shown },
    errors: ['not_found'],
  },
  deleteResponse: {
    at: 'DELETE /openai/v1/responses/:response/',
    summary: 'Delete the data of a response',
    description: 'Deletes the inputs and outputs of the job. Its record stays.',
    responses: { 200: Shown },
    errors: ['not_found', 'job_not_final'],
  },
  createChatCompletion: {
    at: 'POST /openai/v1/chat/completions/',
    summary: 'Run an agent as a chat completion',
    description: 'The last message of the user becomes the inputs. With `stream` it sends chunks.',
    body: GivenChat,
    responses: { 200: Shown },
    errors: [...errors, 'job_failed'],
  },
});
