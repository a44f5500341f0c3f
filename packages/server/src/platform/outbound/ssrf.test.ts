import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { parseNetwork } from './addresses.ts';
import { createOutbound, type Outbound } from './client.ts';

// Canaries listen on loopback, on every address family of this machine. None of them may ever see a connection,
// whatever the URL looks like.

let touched = 0;
let port: number;
const canaries: Server[] = [];

before(async () => {
  const listen = (host: string, wanted: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer((socket) => {
        touched += 1;
        socket.destroy();
      });
      server.once('error', reject);
      server.listen(wanted, host, () => {
        canaries.push(server);
        resolve((server.address() as { port: number }).port);
      });
    });
  port = await listen('0.0.0.0', 0);
  await listen('::1', port).catch(() => undefined);
});
after(() => {
  for (const server of canaries) server.close();
});

/** Names that these tests resolve themselves, without a name server. */
const names: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'six.example': ['::1'],
  'link.example': ['169.254.169.254'],
  'ula.example': ['fd00:ec2::254'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'zero.example': ['0.0.0.0'],
  'cgnat.example': ['100.100.100.200'],
  'private.example': ['10.0.0.1'],
  'xn--fa-hia.example': ['192.168.1.1'],
  'empty.example': [],
  'garbage.example': ['not-an-address'],
  'zone.example': ['fe80::1%lo'],
};
const resolve = async (host: string): Promise<string[]> => names[host] ?? [];

const hosts = [
  // The loopback network in every spelling that some resolver or parser understands.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.000.000.001',
  '2130706433',
  '0x7f000001',
  '0x7F.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.2',
  '127.255.255.254',
  '127.127.127.127',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127.0.0.1%2e',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001::7f00:1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  // "This host".
  '0.0.0.0',
  '0',
  '0.0.0.0.',
  '0x0',
  '0.1.2.3',
  '[::]',
  '[::ffff:0.0.0.0]',
  // Private networks.
  '10.0.0.1',
  '10.255.255.255',
  '0xa.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1.1.',
  '3232235777',
  '0300.0250.1.1',
  '[::ffff:10.0.0.1]',
  '[::ffff:192.168.1.1]',
  '[2002:0a00:0001::]',
  '[2002:c0a8:0101::]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b::c0a8:101]',
  '[fc00::1]',
  '[fd00::1]',
  '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  '[fec0::1]',
  // Link-local and the metadata services of clouds.
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::]',
  '[fe80::1]',
  '[febf::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  // Shared, benchmark, documentation and reserved space.
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '240.0.0.1',
  '255.255.255.255',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[100::1]',
  '[4000::1]',
  '[5f00::1]',
  // Multicast.
  '224.0.0.1',
  '239.255.255.255',
  '[ff02::1]',
  '[ff0e::1]',
  // Names.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'metadata.google.internal',
  'printer.local',
  'db',
  'kubernetes.default.svc.cluster.local',
  'loopback.example',
  'LoopBack.Example.',
  'mixed.example',
  'mapped.example',
  'six.example',
  'link.example',
  'ula.example',
  'nat64.example',
  'zero.example',
  'cgnat.example',
  'private.example',
  'faß.example',
  'garbage.example',
  'zone.example',
];

/** URLs that are wrong whatever the host is. */
const urls = (host: string, at: number): string[] => [
  `ftp://${host}:${at}/`,
  `file:///etc/passwd`,
  `gopher://${host}:${at}/_x`,
  `data:text/plain,x`,
  `javascript:alert(1)`,
  `unix:/var/run/docker.sock`,
  `http:/${host}:${at}/`,
  `http:${host}:${at}`,
  `//${host}:${at}/`,
  `${host}:${at}`,
  `http://user@${host}:${at}/`,
  `http://user:pass@example.com:${at}/`,
  `http://@example.com/`,
  `http://example.com@${host}:${at}/`,
  `http://example.com\\@${host}:${at}/`,
  `http://example.com%00@${host}:${at}/`,
  `http://${host}:${at}\r\nHost: x/`,
  `http://${host} .example.com:${at}/`,
  `http:\\\\${host}:${at}\\`,
  `http://${host}\t:${at}/`,
  `http://[::1%25lo]:${at}/`,
  `http://[::1:${at}/`,
  `http://:${at}/`,
  `http://`,
  ``,
  `http://example.com:0/`,
  `http://example.com:99999/`,
  `http://exa mple.com/`,
];

describe('addresses that are not on the public internet', () => {
  let outbound: Outbound;
  before(() => {
    outbound = createOutbound({ resolve, limits: { totalMs: 2_000, connectMs: 1_000 } });
  });
  after(() => outbound.close());

  test('there are more than a hundred cases', () => assert.ok(hosts.length + urls('', 0).length > 100));

  for (const host of hosts) {
    test(`${host} is refused, at creation and at every attempt, and nobody is called`, async () => {
      const before = touched;
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:${port}/hook`;
        const resolvable = host !== 'garbage.example' && host !== 'zone.example';
        if (resolvable) assert.ok((await outbound.findProblem(url)) !== undefined, 'accepted at creation');
        const { failure, status } = await outbound.request({ method: 'POST', url, headers: {}, body: 'x' });
        assert.equal(failure?.kind, 'address', failure?.message);
        assert.equal(status, null);
      }
      assert.equal(touched, before);
    });
  }

  for (const [index] of urls('127.0.0.1', 1).entries()) {
    test(`URL ${urls('127.0.0.1', 1)[index]} is refused with a reason`, async () => {
      const before = touched;
      const url = urls('127.0.0.1', port)[index]!;
      assert.equal(typeof (await outbound.findProblem(url)), 'string');
      assert.equal((await outbound.request({ method: 'POST', url, headers: {} })).failure?.kind, 'address');
      assert.equal(touched, before);
    });
  }

  test('a name that changes between the check and the connection reaches nobody', async () => {
    const before = touched;
    let asked = 0;
    const rebinding = createOutbound({
      // Public when the webhook is created, private from then on.
      resolve: async () => (asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
      limits: { totalMs: 1_000, connectMs: 500 },
    });
    const url = `http://rebind.example:${port}/`;
    assert.equal(await rebinding.findProblem(url), undefined);
    const { failure } = await rebinding.request({ method: 'POST', url, headers: {}, body: 'x' });
    assert.equal(failure?.kind, 'address');
    assert.equal(asked, 2);
    assert.equal(touched, before);
    rebinding.close();
  });

  test('the checked addresses are the ones that are dialled: the name is not resolved again', async () => {
    let asked = 0;
    const flipping = createOutbound({
      resolve: async () => (asked++ === 0 ? ['127.0.0.2'] : ['127.0.0.1']),
      allow: [parseNetwork('127.0.0.2/32')!],
      limits: { totalMs: 1_000, connectMs: 500 },
    });
    // The canary on 0.0.0.0 serves 127.0.0.2. The name must not be resolved a second time.
    await flipping.request({ method: 'POST', url: `http://flip.example:${port}/`, headers: {}, body: 'x' });
    assert.equal(asked, 1);
    flipping.close();
  });

  test('the message about a refused address does not reveal what is there', async () => {
    const answers = new Set<string>();
    for (const target of [`127.0.0.1:${port}`, '127.0.0.1:1', '10.99.99.99:80', '169.254.169.254:80'])
      for (const where of [
        await outbound.findProblem(`http://${target}/`),
        (await outbound.request({ method: 'POST', url: `http://${target}/`, headers: {} })).failure!.message,
      ])
        answers.add(where!);
    assert.equal(answers.size, 1);
  });
});

describe('the networks that the operator allows', () => {
  test('are reached, in whatever way they are written, and nothing else is', async () => {
    const outbound = createOutbound({
      allow: [parseNetwork('127.0.0.0/8')!],
      resolve: async (host) => (host.endsWith('localhost') ? ['127.0.0.1', '::1'] : ['127.0.0.1']),
      limits: { totalMs: 2_000, connectMs: 1_000 },
    });
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'intranet', 'hook.example']) {
      const before = touched;
      const { failure } = await outbound.request({ method: 'POST', url: `http://${host}:${port}/`, headers: {} });
      assert.equal(failure?.kind, 'reset', host);
      assert.ok(touched > before, host);
    }
    for (const host of ['10.0.0.1', '[::1]', '169.254.169.254', '[64:ff9b::127.0.0.1]'])
      assert.equal(typeof (await outbound.findProblem(`http://${host}/`)), 'string', host);
    outbound.close();
  });

  test('are written as networks or single addresses', () => {
    for (const text of ['127.0.0.0/8', '10.1.2.3', 'fd00::/8', '::1']) assert.ok(parseNetwork(text), text);
    for (const text of ['10/8', '10.0.0.0/33', 'localhost', '', '300.1.1.1/8', '1.2.3/24', '::/129', '0x7f.1/8'])
      assert.equal(parseNetwork(text), undefined, text);
  });
});
