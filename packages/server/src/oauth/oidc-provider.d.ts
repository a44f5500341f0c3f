// The package has no declarations of its own; this is what the authorization server and the tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Account = { accountId: string; claims(): Promise<Record<string, unknown>> };
  export type FindAccount = (context: unknown, id: string) => Promise<Account | undefined>;
  export type Payload = Record<string, unknown>;
  export type Adapter = {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(code: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  };
  export type Client = {
    clientId: string;
    clientName?: string;
    clientUri?: string;
    grantTypeAllowed(name: string): boolean;
  };
  export type Grant = { jti: string; accountId: string; clientId: string };
  export type Interaction = {
    uid: string;
    params: { client_id: string; redirect_uri: string; scope?: string; resource?: string | string[] };
    result?: Payload;
  };
  export type Entities = Partial<
    Record<'Grant' | 'AuthorizationCode' | 'RefreshToken', { jti: string; grantId?: string }>
  >;
  export type Context = {
    body: unknown;
    /** Undefined if no route matches. */
    oidc: {
      route: string;
      client?: Client;
      params: { resource?: string | string[]; scope?: string; code?: unknown; refresh_token?: unknown };
      result?: { login?: object; consent?: { grantId: string } };
      entities: Entities;
    };
  };
  export default class Provider {
    static readonly ctx: Context | undefined;
    proxy: boolean;
    readonly issuer: string;
    readonly Client: { find(id: string): Promise<Client | undefined> };
    readonly AuthorizationCode: { find(value: string): Promise<{ grantId?: string } | undefined> };
    readonly RefreshToken: { find(value: string): Promise<{ grantId?: string } | undefined> };
    readonly Grant: { find(id: string): Promise<Grant | undefined> };
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    on(event: string, listener: (context: Context, error: ProviderError) => void): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(request: IncomingMessage, response: ServerResponse, result: Payload): Promise<string>;
  }
  export type ProviderError = Error & { error: string; error_description?: string; error_detail?: string };
  type ErrorClass = new (description?: string) => ProviderError;
  export const errors: { InvalidTarget: ErrorClass; InvalidGrant: ErrorClass; SessionNotFound: ErrorClass };
  export const interactionPolicy: {
    Prompt: new (options: { name: string; requestable: boolean }, check: object) => object;
    Check: new (reason: string, description: string, check: (context: Context) => boolean) => object;
    base(): { clear(): void; add(prompt: object): void };
  };
}
