import { defineOperations } from '../operation.ts';
import { SessionList } from '../organizations.ts';

export const sessions = defineOperations('Users', {
  list: {
    at: 'GET /v1/users/current_user/sessions/',
    summary: 'List your sessions',
    description: 'Lists where you are signed in, newest first. Empty for an API key, which has no sessions.',
    scope: 'credential',
    responses: { 200: SessionList },
  },
  end: {
    at: 'DELETE /v1/users/current_user/sessions/:session_id/',
    summary: 'End a session',
    description: 'Ends the session. Its next request gets 401.',
    scope: 'credential',
    responses: { 204: null },
    errors: ['not_found'],
  },
  endOthers: {
    at: 'DELETE /v1/users/current_user/sessions/',
    summary: 'End all other sessions',
    description: 'Ends all sessions of the user except the session of this token.',
    scope: 'credential',
    responses: { 204: null },
    errors: ['forbidden'],
  },
});
