/** What the peers validate: the shape of a run request, as tight as ours. */
export const runBodySchema = {
  type: 'object',
  required: ['inputs'],
  properties: {
    inputs: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 1_000_000 } } },
    metadata: { type: 'object', additionalProperties: true },
  },
} as const;
