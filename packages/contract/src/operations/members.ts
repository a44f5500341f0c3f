import { CreatedInvitation } from '../invitations.ts';
import { defineOperations } from '../operation.ts';
import { Member, MemberBody, MemberPage, MemberPatch, MemberRemoveQuery } from '../organizations.ts';
import { PageQuery } from '../values.ts';

export const members = defineOperations('Organizations', {
  list: {
    at: 'GET /v1/organizations/:organization_id/members/',
    summary: 'List members',
    description: 'Lists the members of the organization with their roles, in pages.',
    query: PageQuery,
    responses: { 200: MemberPage },
  },
  add: {
    at: 'POST /v1/organizations/:organization_id/members/',
    summary: 'Add a member',
    description:
      'Adds a member by e-mail. If no user has this e-mail, one is created without a password, for people who sign in with the identity provider. A person who has an account gets an invitation instead (202). Nobody chooses the password of another person: invite them.',
    role: 'admin',
    body: MemberBody,
    responses: { 201: Member, 202: CreatedInvitation },
    errors: ['conflict'],
  },
  changeRole: {
    at: 'PATCH /v1/organizations/:organization_id/members/:user_id/',
    summary: 'Change the role of a member',
    description: 'Only an owner can appoint or change an owner. The last owner cannot be demoted.',
    role: 'admin',
    textParams: ['user_id'],
    body: MemberPatch,
    MemberRemoveQuery,
    responses: { 200: Member },
    errors: ['invalid_request'],
  },
  remove: {
    at: 'DELETE /v1/organizations/:organization_id/members/:user_id/',
    summary: 'Remove a member',
    description: 'API keys of the user belong to the organization and stay valid, unless `revoke_keys` is true.',
    query: MemberRemoveQuery,
    role: 'admin',
    textParams: ['user_id'],
    responses: { 204: null },
    errors: ['invalid_request'],
  },
});
