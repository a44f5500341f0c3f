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

// A program without a browser gets its own key, by the device authorization of RFC 8628 for a single kind of client.
export const logins = defineOperations('Users', {
  start: {
    at: 'POST /v1/auth/device/',
    summary: 'Request an API key',
    description:
      'For programs on the machine of a person. Show the address and the user code, then poll with the device code until the person confirms in the console.',
    scope: 'none',
    body: LoginStartBody,
    responses: { 201: LoginStart },
    errors: ['invalid_fields', 'rate_limited'],
  },
  take: {
    at: 'POST /v1/auth/device/key/',
    summary: 'Collect the confirmed key',
    description:
      'Returns `pending` until a person decides. The key is created and shown once. After that, the device code is no longer valid.',
    scope: 'none',
    body: LoginKeyBody,
    responses: { 200: LoginKey },
    errors: ['invalid_fields', 'not_authenticated'],
  },
  current: {
    at: 'GET /v1/auth/device/',
    summary: 'Retrieve a key request',
    description: 'Returns the program that asks for a key, by its user code, before you confirm it.',
    scope: 'credential',
    query: LoginQuery,
    responses: { 200: CurrentLogin },
    errors: ['not_found', 'rate_limited'],
  },
  decide: {
    at: 'POST /v1/auth/device/decision/',
    summary: 'Confirm or refuse a key request',
    description:
      'Applies to the organization of the request. The key never has more rights than the person who confirms, and it ends with their membership. With an API key, only an admin can confirm.',
    role: 'viewer',
    body: LoginDecisionBody,
    responses: { 200: LoginDecision },
    errors: ['not_found', 'invalid_fields', 'rate_limited'],
  },
});
