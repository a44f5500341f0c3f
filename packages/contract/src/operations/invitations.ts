import {
  AcceptedInvitation,
  CreatedInvitation,
  InvitationAcceptBody,
  InvitationBody,
  InvitationPage,
  InvitationTokenBody,
  OpenedInvitation,
} from '../invitations.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';

export const invitations = defineOperations('Organizations', {
  list: {
    at: 'GET /v1/organizations/:organization_id/invitations/',
    summary: 'List invitations',
    description: 'Lists invitations that were not withdrawn, newest first, without their links.',
    role: 'admin',
    query: PageQuery,
    responses: { 200: InvitationPage },
  },
  create: {
    at: 'POST /v1/organizations/:organization_id/invitations/',
    summary: 'Invite a person',
    description:
      'Makes a link that the person accepts: signed in, or with a password of their own for an account that the link creates. The oldest mail connection (smtp) of the organization mails it. Without one, or if it fails, the response has the link, once, to be handed over. An earlier open invitation of the same person no longer works.',
    role: 'admin',
    body: InvitationBody,
    responses: { 201: CreatedInvitation },
    errors: ['conflict'],
  },
  revoke: {
    at: 'DELETE /v1/organizations/:organization_id/invitations/:invitation_id/',
    summary: 'Withdraw an invitation',
    description: 'Its link no longer works. An accepted invitation cannot be withdrawn: remove the member instead.',
    role: 'admin',
    responses: { 204: null },
    errors: ['conflict'],
  },
  open: {
    at: 'POST /v1/invitations/open/',
    summary: 'Look at an invitation',
    description: 'Returns what accepting it means, and what it needs.',
    scope: 'none',
    body: InvitationTokenBody,
    responses: { 200: OpenedInvitation },
    errors: ['not_found', 'link_gone'],
  },
  accept: {
    at: 'POST /v1/invitations/accept/',
    summary: 'Accept an invitation',
    description:
      'With a user token, the person of that token joins. Without, the link creates the account with the given password. A link works once.',
    scope: 'none',
    body: InvitationAcceptBody,
    responses: { 200: AcceptedInvitation },
    errors: ['invalid_fields', 'not_authenticated', 'forbidden', 'not_found', 'conflict', 'link_gone'],
  },
});
