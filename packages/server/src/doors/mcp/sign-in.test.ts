import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { type Person, signInPerson } from '../../../test/oauth-person.ts';
import { addWithPassword } from '../../../test/people.ts';

// The official client, with only the address and a person: it finds the authorization server, registers, has the person
// sign in, and runs an agent.

const REDIRECT = 'http://127.0.0.1:9/callback';
const PASSWORD = 'a long password of a test';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Letter',
  engine_class_id: 'TemplateEngine',
  input_definitions: [{ key: 'name', data_type: 'text/plain', description: 'Who it is for.' }],
  engine_config: { template: 'Dear ${name}' },
});
await addWithPassword(harness, org.orgId, { email: 'ada@example.com', role: 'admin', password: PASSWORD });
const ada = await signInPerson(harness.baseUrl, 'ada@example.com', PASSWORD);

/** What a program keeps, and the address that it opens for the person. */
class Keeper implements OAuthClientProvider {
  opened: URL | undefined;
  asked: string[] = [];
  private client: OAuthClientInformationMixed | undefined;
  private kept: OAuthTokens | undefined;
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'Official client',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  };
  state = () => 'a state';
  clientInformation = () => this.client;
  tokens = () => this.kept;
  codeVerifier = () => this.verifier;
  saveClientInformation(given: OAuthClientInformationMixed): void {
    this.client = given;
  }
  saveTokens(given: OAuthTokens): void {
    this.kept = given;
  }
  saveDiscoveryState(given: OAuthDiscoveryState): void {
    this.discovered = given;
  }
  discoveryState = () => this.discovered;
  saveCodeVerifier(given: string): void {
    this.verifier = given;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
    this.asked.push(url.searchParams.get('scope') ?? '');
  }
}

async function consent(keeper: Keeper, person: Person, scopes?: string[]): Promise<URLSearchParams> {
  const decision = { organization_id: org.orgId, ...(scopes && { scopes }) };
  const { searchParams } = await person.consent(keeper.opened!, decision);
  assert.equal(searchParams.get('state'), 'a state');
  return searchParams;
}

const newTransport = (keeper: Keeper) =>
  new StreamableHTTPClientTransport(new URL(`${harness.baseUrl}/mcp`), { authProvider: keeper });

async function connect(keeper: Keeper, mode: 'legacy' | 'auto', scopes?: string[]): Promise<Client> {
  const first = newTransport(keeper);
  const start = () => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await assert.rejects(start().connect(first), UnauthorizedError);
  await first.finishAuth(await consent(keeper, ada, scopes));
  const client = start();
  await client.connect(newTransport(keeper));
  return client;
}

for (const mode of ['legacy', 'auto'] as const) {
  test(`from only the address to a finished job (${mode})`, async () => {
    const keeper = new Keeper();
    const client = await connect(keeper, mode);
    assert.equal(keeper.opened!.searchParams.get('resource'), `${harness.baseUrl}/mcp`);
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'letter'));
    const result = await client.callTool({ name: 'letter', arguments: { name: 'Ada' } });
    assert.deepEqual(result.content, [{ type: 'text', text: 'Dear Ada' }]);
    await client.close();
  });
}

test('a call beyond the scopes leads the person to consent again, with the scope that is missing', async () => {
  const keeper = new Keeper();
  const client = await connect(keeper, 'auto', ['read']);
  await client.listTools();
  await assert.rejects(client.callTool({ name: 'letter', arguments: { name: 'Ada' } }));
  assert.match(keeper.asked.at(-1)!, /\brun\b/);
  await client.close();
});
