export * from '../src/webhook-signature.ts';
