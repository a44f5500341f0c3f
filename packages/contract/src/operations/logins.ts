import {
  CurrentLogin,
  LoginDecision,
  LoginDecisionBody,
  LoginKey,
  LoginKeyBody,
  LoginQuery,
  LoginStart,
  LoginStartBody,
} from '../logins.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Users';

// A program without a browser gets a key of its own: the device authorization of RFC 8628, for one kind of client.
export const logins = defineOperations({
  start: {
    method: 'POST',
    path: '/v1/auth/device/',
    tag,
    summary: 'Ask for a key',
    description:
      'For a program on the machine of a person. Show the address and the user code, then ask for the key with the device code until somebody has confirmed it in the console.',
    scope: 'none',
    body: LoginStartBody,
    responses: { 201: LoginStart },
    errors: ['invalid_fields', 'rate_limited'],
  },
  take: {
    method: 'POST',
    path: '/v1/auth/device/key/',
    tag,
    summary: 'Take the key that was confirmed',
    description:
      'Tells `pending` until somebody decides. The key is made and shown once; after that the code is unknown.',
    scope: 'none',
    body: LoginKeyBody,
    responses: { 200: LoginKey },
    errors: ['invalid_fields', 'not_authenticated'],
  },
  current: {
    method: 'GET',
    path: '/v1/auth/device/',
    tag,
    summary: 'Look at a program that asks for a key',
    description: 'By its user code, before you confirm it.',
    scope: 'credential',
    query: LoginQuery,
    responses: { 200: CurrentLogin },
    errors: ['not_found', 'rate_limited'],
  },
  decide: {
    method: 'POST',
    path: '/v1/auth/device/decision/',
    tag,
    summary: 'Confirm or refuse a program that asks for a key',
    description:
      'In the organization of the request. The key of a person never does more than that person may and ends with the membership. With an API key, only an admin confirms.',
    role: 'viewer',
    body: LoginDecisionBody,
    responses: { 200: LoginDecision },
    errors: ['not_found', 'invalid_fields', 'rate_limited'],
  },
});
