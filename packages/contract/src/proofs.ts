import { Type } from 'typebox';
import { Download } from './content.ts';
import { Timestamp } from './values.ts';

// What can be checked without the service: case files, keys, signed objects.

export const CaseFile = Download('The case file: a ZIP that `errand case verify` checks offline.', {
  'application/zip': 'manifest.json, manifest.sig, inputs, evidence, steps, verdict, reviews',
});

const key = {
  key_id: Type.String({
    description: 'The first 32 digits of the SHA-256 of the public key (DER).',
    examples: ['3b0c9d7be1f04d6a9f4f4f0a7f5f1c22'],
  }),
  algorithm: Type.Enum(['ed25519']),
  public_key: Type.String({
    description: 'PEM.',
    examples: ['-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…\n-----END PUBLIC KEY-----\n'],
  }),
  created_at: Timestamp,
};
export const SigningKey = Type.Object({
  ...key,
  previous: Type.Array(Type.Object({ ...key, retired_at: Timestamp }), {
    description: 'Keys before it, the latest first. They sign nothing any more; what they signed stays valid.',
  }),
});
