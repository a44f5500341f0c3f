// The package has no declarations of its own; this is what the tests use.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Account = { accountId: string; claims(): Promise<Record<string, unknown>> };
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
  }
  export type FindAccount = (context: unknown, id: string) => Promise<Account | undefined>;
}
