import { Type } from 'typebox';
import { RunBody } from './jobs.ts';

// Run requests as forms. Forms only have text, so JSON is sent as text. The agent's inputs are fields named by their
// key.

const { timeout_seconds, max_cost, lane, priority, deadline_seconds } = RunBody.properties;
const reserved = {
  inputs: Type.Optional(Type.String({ description: 'Input values by key, a JSON object as text.' })),
  metadata: Type.Optional(Type.String({ description: 'A JSON object as text. Stored with the job.' })),
  timeout_seconds: Type.Optional(timeout_seconds),
  max_cost: Type.Optional(max_cost),
  lane: Type.Optional(lane),
  priority: Type.Optional(priority),
  deadline_seconds: Type.Optional(deadline_seconds),
};
const text = Type.String({ description: 'The value of an input: text, a file id or a URL.' });
const file = Type.Unsafe<Uint8Array>({
  type: 'string',
  format: 'binary',
  description: 'A file for an input: a part with a file name. Several parts with the same name form a list.',
});

export const RunForm = Type.Object(reserved, {
  additionalProperties: text,
  examples: [{ text: 'Ada', metadata: '{"case":"A-17"}' }],
});

export const RunMultipart = Type.Object(reserved, {
  // Text is allowed too, as in the other forms. A choice of both makes generators write code that does not parse.
  additionalProperties: file,
  examples: [{ document: 'bytes of the file', text: 'Ada', metadata: '{"case":"A-17"}' }],
});

export const RunHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description: 'A repeated request with the same key, path and body within 24 hours returns the first response.',
    }),
  ),
  'X-Skip-Cache': Type.Optional(
    Type.String({ description: '`true`: do not read the cache. The new result replaces the cached one.' }),
  ),
});

export const JobHeader = Type.Object({
  'X-Agent-Job-Id': Type.String({
    format: 'uuid',
    description: 'Id of the job behind this response, if there is one.',
  }),
});
