import { Type } from 'typebox';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Named secrets on the wire. No response contains a value.

export const Secret = Type.Object({
  name: Type.String({ description: 'Used as `${secret.NAME}` in configurations.', examples: ['BILLING_TOKEN'] }),
  created_at: Timestamp,
  updated_at: Timestamp,
  last_used_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When a job last used the secret, accurate to the minute.',
      examples: ['2026-01-05T09:12:44.120Z'],
    }),
  ),
  used_by: Type.Array(Uuid, { description: 'Agents with a version that uses the secret.' }),
});
export const SecretPage = Page(Secret);

export const SecretBody = Type.Object({
  value: Type.String({
    minLength: 1,
    maxLength: 8192,
    writeOnly: true,
    description: 'At most 8 KiB. The value is never shown again.',
    examples: ['tk_live_3f9a…'],
  }),
});
