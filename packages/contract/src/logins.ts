import { Type } from 'typebox';
import { keyRoles } from './organizations.ts';
import { Nullable, Timestamp } from './values.ts';

// Logins on the wire: a program requests a key, and a person confirms it.

const UserCode = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'The code that the program shows. Case, dashes and spaces do not matter.',
  examples: ['BDFG-HJKL'],
});
const ClientName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The program and the machine that ask for a key.',
  examples: ['errand of ada on laptop'],
});
const KeyRole = Type.Enum([...keyRoles], { examples: ['member'] });

export const LoginStartBody = Type.Object({ client_name: ClientName });
export const LoginStart = Type.Object({
  device_code: Type.String({ description: 'The secret that collects the key. Do not share it.' }),
  user_code: UserCode,
  verification_url: Type.String({ description: 'Address where a person confirms. It contains the code.' }),
  expires_at: Timestamp,
  interval_seconds: Type.Integer({ description: 'Seconds to wait between two polls.', examples: [2] }),
});

export const LoginKeyBody = Type.Object({
  device_code: Type.String({
    minLength: 1,
    maxLength: 200,
    examples: ['V2hhdCBhIG5pY2UgY29kZSB0aGlzIGlzLCBpc250IGl0'],
  }),
});
export const LoginKey = Type.Object({
  status: Type.Enum(['pending', 'denied', 'approved']),
  api_key: Nullable(Type.String({ description: 'The key, once approved. It is shown only here.' })),
  organization_name: Nullable(Type.String({ examples: ['Acme Research'] })),
  role: Nullable(KeyRole),
  expires_at: Nullable(Type.String({ format: 'date-time', description: 'When the key expires. Null: never.' })),
});

export const LoginQuery = Type.Object({ user_code: UserCode });
export const CurrentLogin = Type.Object({
  user_code: UserCode,
  client_name: ClientName,
  address: Type.String({ description: 'Network address of the program.', examples: ['203.0.113.7'] }),
  created_at: Timestamp,
  expires_at: Timestamp,
});

export const LoginDecisionBody = Type.Object({
  user_code: UserCode,
  approve: Type.Boolean({ examples: [true] }),
  role: Type.Optional(
    Type.Enum([...keyRoles], {
      description: 'At most your own role. Default: your own role, or admin if you are an owner.',
      examples: ['member'],
    }),
  ),
  valid_days: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description: 'Days until the key expires. Null: it works until revoked. Default: 90.',
        examples: [90],
      }),
    ),
  ),
});
export const LoginDecision = Type.Object({ status: Type.Enum(['denied', 'approved']) });
