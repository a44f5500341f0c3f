/** The schema that the peers validate: a run request, as strict as ours. */
export const runBodySchema = {
  type: 'object',
  required: ['inputs'],
  properties: {
    inputs: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 1_000_000 } } },
    metadata: { type: 'object', additionalProperties: true },
  },
} as const;
