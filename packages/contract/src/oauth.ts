import { type Static, Type } from 'typebox';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Programs that people have signed in with OAuth, on the wire.

const Scope = Type.Enum([...scopes], { examples: ['read'] });
const Scopes = Type.Array(Scope, {
  description: 'What the program may do, as far as the role of the person allows it.',
});
const ClientName = Type.String({
  description: 'As the program names itself. Nobody has checked it.',
  examples: ['Claude'],
});
const ClientUri = Nullable(Type.String({ description: 'Page of the program, if it names one.' }));

export const OAuthGrant = Type.Object({
  id: Uuid,
  client_id: Type.String({ examples: ['https://claude.example/client.json'] }),
  client_name: ClientName,
  client_uri: ClientUri,
  resource: Type.String({
    description: 'The address that its tokens are for.',
    examples: ['https://errand.example.com/mcp'],
  }),
  scopes: Scopes,
  user: Type.Object({
    id: Type.Integer({ examples: [7] }),
    email: Type.String({ examples: ['ada@example.com'] }),
    display_name: Type.String({ examples: ['Ada Lovelace'] }),
  }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
export type OAuthGrant = Static<typeof OAuthGrant>;
export const OAuthGrantPage = Page(OAuthGrant);

export const OAuthInteraction = Type.Object({
  client_id: Type.String({ examples: ['https://claude.example/client.json'] }),
  client_name: ClientName,
  client_uri: ClientUri,
  redirect_host: Type.String({
    description: 'Where the browser goes afterwards.',
    examples: ['localhost'],
  }),
  resource: Type.String({ examples: ['https://errand.example.com/mcp'] }),
  scopes: Type.Array(
    Type.Object({
      name: Scope,
      description: Type.String({ examples: ['Read agents, jobs, results, policies and tables.'] }),
    }),
    { description: 'What the program asks for.' },
  ),
  organizations: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String({ examples: ['Acme Research'] }),
      role: Type.Enum([...roles], { examples: ['member'] }),
      scopes: Type.Array(Scope, { description: 'What of it the role allows.' }),
    }),
    { description: 'The organizations that the person can choose from.' },
  ),
});
export type OAuthInteraction = Static<typeof OAuthInteraction>;

export const OAuthDecisionBody = Type.Object({
  approve: Type.Boolean(),
  organization_id: Uuid,
  scopes: Type.Optional(
    Type.Array(Scope, { description: 'Fewer scopes than the program asks for. Default: all that the role allows.' }),
  ),
});
export const OAuthDecision = Type.Object({
  redirect_to: Type.String({ description: 'Where the browser must go now, which completes the request.' }),
});
