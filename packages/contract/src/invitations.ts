import { type Static, Type } from 'typebox';
import { LoginAnswer, MemberRole } from './organizations.ts';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Invitations of people into an organization, on the wire.

const Email = Type.String({ format: 'email', maxLength: 254, examples: ['grace@example.com'] });
const PersonName = Type.String({ maxLength: 150, examples: ['Grace'] });

export const InvitationBody = Type.Object({ email: Email, role: MemberRole });

export const Invitation = Type.Object({
  id: Uuid,
  email: Email,
  role: MemberRole,
  status: Type.Enum(['open', 'accepted', 'expired']),
  invited_by: Type.String({ description: 'E-mail of the person, or name of the key.', examples: ['ada@example.com'] }),
  created_at: Timestamp,
  expires_at: Timestamp,
  accepted_at: Nullable(Timestamp),
});
export type Invitation = Static<typeof Invitation>;
export const InvitationPage = Page(Invitation);

export const CreatedInvitation = Type.Object({
  ...Invitation.properties,
  url: Nullable(
    Type.String({
      description:
        'The link to accept, to be handed to the person, and to nobody else. Shown once. Null if it was mailed: then only who reads mail at the address has it.',
      examples: ['https://errand.example.com/invitation#token=V2hhdCBhIG5pY2UgY29kZSB0aGlzIGlzLCBpc250IGl0'],
    }),
  ),
  mail: Nullable(
    Type.Object(
      {
        connection: Type.String({ description: 'Name of the connection.', examples: ['Mail server'] }),
        problem: Nullable(
          Type.String({
            description: 'Why the mail was not sent. Then hand over `url`.',
            examples: ['The mail is too long.'],
          }),
        ),
      },
      { description: 'How the link was mailed. Null if the organization has no mail connection.' },
    ),
  ),
});

export type CreatedInvitation = Static<typeof CreatedInvitation>;

const token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The token at the end of the link.',
  examples: ['V2hhdCBhIG5pY2UgY29kZSB0aGlzIGlzLCBpc250IGl0'],
});
export const InvitationTokenBody = Type.Object({ token });

export const OpenedInvitation = Type.Object({
  organization: Type.String({ description: 'Name of the organization.', examples: ['Acme Research'] }),
  email: Email,
  role: MemberRole,
  expires_at: Timestamp,
  needs: Type.Enum(['password', 'sign_in'], {
    description: '`password`: accepting creates the account, so choose one. `sign_in`: the account exists.',
  }),
});

export const InvitationAcceptBody = Type.Object({
  token,
  password: Type.Optional(
    Type.String({ minLength: 8, maxLength: 1000, description: 'Your own, for an account that the link creates.' }),
  ),
  first_name: Type.Optional(PersonName),
  last_name: Type.Optional(PersonName),
});

export const AcceptedInvitation = Type.Object({
  organization_id: Uuid,
  role: MemberRole,
  sign_in: Type.Union([LoginAnswer, Type.Null()], {
    description: 'A user token, if the link created the account. Null for somebody who was signed in already.',
  }),
});
