import { createHmac, randomBytes } from 'node:crypto';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type Seen, startSystem } from './systems.ts';

// Systems that repeat to the caller whatever they were told: in headers, bodies, redirects and errors. `leaves` is what
// they were given as credentials, in the form in which it arrived.

type Said = { status?: number; headers?: Record<string, string>; body?: string };
export type Echo = { leaves: Set<string>; close(): unknown };

/** An MCP server where a person signs in. */
export const SIGNED_MCP = '/signed-mcp';

/** An API, an MCP server, an object store and a chat at once, with an address for tokens. */
export async function startEchoingApi() {
  const leaves = new Set<string>();
  const system = await startSystem((seen): Said => {
    note(leaves, seen);
    const { url, body } = seen;
    if (url === '/token') return json(200, issueTokens(leaves, body));
    if (url.startsWith('/.well-known/')) return describeSignIn(seen);
    if (url === SIGNED_MCP && seen.headers.authorization === undefined) return askToSignIn(seen);
    if (url.startsWith('/refusing-token')) return json(400, { error: echoOf(seen) });
    if (url === '/mcp' || url === SIGNED_MCP) return answerMcp(seen);
    if (url.startsWith('/api/')) return json(200, { ok: false, error: seen.headers.authorization });
    if (url.includes('/redirect'))
      return { status: 302, headers: { location: `/elsewhere?was=${encodeURIComponent(echoOf(seen))}` }, body };
    if (url.includes('/headers'))
      return { headers: { 'content-type': `text/plain; was="${echoOf(seen)}"`, 'x-was': echoOf(seen) }, body: 'ok' };
    // As providers of models refuse a key.
    if (url.includes('/denied'))
      return json(401, {
        error: { message: `Incorrect API key provided: ${echoOf(seen)}`, type: 'invalid_request_error' },
      });
    if (url.includes('/error')) return { status: 409, body: `<Error><Code>${echoOf(seen)}</Code></Error>` };
    // What is beyond the limit is cut off, at every place within the credentials in turn.
    if (url.includes('/cut')) return { body: 'x'.repeat(100_000 - Number(url.split('/').at(-1))) + echoOf(seen) };
    if (url.includes('list-type=2')) return { body: listing(echoOf(seen)) };
    return { body: `${echoOf(seen)} ${url} ${body}` };
  });
  return { ...system, leaves };
}

const json = (status: number, body: object): Said => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const credentialsOf = ({ headers }: Seen): string[] =>
  [headers.authorization, headers['x-key'], headers['x-api-key'], headers['x-goog-api-key']].flatMap((value) =>
    value === undefined ? [] : [String(value)],
  );
const echoOf = (seen: Seen): string => credentialsOf(seen).join(' ') || seen.url;

function note(leaves: Set<string>, seen: Seen): void {
  for (const value of credentialsOf(seen)) {
    const signature = /Signature=(\w+)/.exec(value)?.[1];
    leaves.add(signature ?? value.replace(/^(Bearer|Basic) /, ''));
  }
  if (seen.url.startsWith('/services/')) leaves.add(seen.url);
}

const RESOURCE = '/.well-known/oauth-protected-resource';
const baseOf = ({ headers }: Seen): string => `http://${headers.host}`;

const askToSignIn = (seen: Seen): Said => ({
  status: 401,
  headers: { 'www-authenticate': `Bearer resource_metadata="${baseOf(seen)}${RESOURCE}"` },
});

function describeSignIn(seen: Seen): Said {
  const issuer = baseOf(seen);
  if (seen.url === RESOURCE)
    return json(200, { resource: `${issuer}${SIGNED_MCP}`, authorization_servers: [issuer], scopes_supported: [] });
  if (seen.url !== '/.well-known/oauth-authorization-server') return { status: 404 };
  return json(200, {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    code_challenge_methods_supported: ['S256'],
  });
}

function issueTokens(leaves: Set<string>, asked: string): object {
  const part = () => randomBytes(24).toString('base64url');
  // A person who signed in is not described here: such a token has to be signed.
  const isPerson = asked.includes('grant_type=authorization_code');
  const tokens = {
    access_token: `${part()}.${part()}.${part()}`,
    refresh_token: part(),
    ...(!isPerson && { id_token: part() }),
  };
  for (const value of Object.values(tokens)) leaves.add(value);
  leaves.add(tokens.access_token.split('.')[2]!);
  return { ...tokens, token_type: 'Bearer', expires_in: 600 };
}

function answerMcp(seen: Seen): Said {
  if (seen.method !== 'POST') return { status: 405, body: echoOf(seen) };
  const { id, method, params } = JSON.parse(seen.body || '{}');
  const said = echoOf(seen);
  if (id === undefined) return { status: 202 };
  const result: Record<string, object> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: said, version: '1' },
    },
    'tools/list': {
      tools: ['tell', 'fail'].map((name) => ({
        name,
        description: said,
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
      })),
    },
    'tools/call': { isError: params?.name === 'fail', content: [{ type: 'text', text: said }] },
  };
  return json(200, { jsonrpc: '2.0', id, result: result[method] ?? {} });
}

const listing = (key: string): string =>
  `<ListBucketResult><Name>b</Name><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated><Contents><Key>${key}</Key>
   <Size>1</Size><ETag>"${key}"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`;

/** A mail server that takes one kind of authentication and refuses recipients with all that it has heard. */
export function startEchoingMail(mechanism: string): Promise<Echo & { port: number }> {
  const leaves = new Set<string>();
  return listen(leaves, (socket) => {
    const heard: string[] = [];
    let asked = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 echo');
    createInterface(socket).on('line', (line) => {
      if (asked !== '' || /^AUTH PLAIN ./i.test(line)) {
        const given = line.split(' ').at(-1)!;
        heard.push(given);
        const secret = Buffer.from(given, 'base64').toString('utf8').replaceAll('\u0000', ' ').split(' ').at(-1)!;
        if (asked !== 'user name') for (const one of [given, secret]) leaves.add(one);
        asked = asked === 'user name' ? 'password' : '';
        return asked === '' ? say('235 fine') : say(`334 ${btoa('Password:')}`);
      }
      if (/^EHLO/i.test(line)) return say(`250-echo\r\n250 AUTH ${mechanism}`);
      if (/^AUTH/i.test(line)) {
        asked = /LOGIN/i.test(line) ? 'user name' : 'answer';
        return say(`334 ${btoa('<1896.697170952@echo>')}`);
      }
      if (/^RCPT/i.test(line)) return say(`550 ${heard.join(' ')} ${[...leaves].join(' ')}`);
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
      return say('250 ok');
    });
  });
}

/** A database that asks for a password in one way, and refuses it with what it was told. */
export function startEchoingDatabase(way: 'clear' | 'md5' | 'scram'): Promise<Echo & { port: number }> {
  const leaves = new Set<string>();
  return listen(leaves, (socket) => {
    let isStarted = false;
    socket.on('data', (data: Buffer) => {
      if (!isStarted) {
        isStarted = true;
        const start = { clear: ask(3), md5: ask(5, Buffer.from('salt')), scram: ask(10, text('SCRAM-SHA-256', '')) };
        return socket.write(start[way]);
      }
      const told = data.subarray(5).toString('utf8');
      const nonce = /r=([^,]+)$/.exec(told)?.[1];
      if (way === 'scram' && nonce !== undefined && !told.includes('p=')) {
        const salt = createHmac('sha256', 'a').digest('base64');
        return socket.write(ask(11, Buffer.from(`r=${nonce}echo,s=${salt},i=4096`)));
      }
      const proof = way === 'scram' ? /p=(.+)$/.exec(told)![1]! : told.replace(/\0.*$/s, '');
      leaves.add(proof);
      socket.end(message('E', text('SFATAL', 'C42501', `M${proof} was refused`, '')));
    });
  });
}

const text = (...parts: string[]): Buffer => Buffer.from(parts.map((part) => `${part}\0`).join(''));
const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
function ask(kind: number, more: Buffer = Buffer.alloc(0)): Buffer {
  const code = Buffer.alloc(4);
  code.writeInt32BE(kind);
  return message('R', Buffer.concat([code, more]));
}

async function listen(leaves: Set<string>, serve: (socket: Socket) => void): Promise<Echo & { port: number }> {
  const server: Server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { leaves, port: (server.address() as { port: number }).port, close: () => server.close() };
}
