import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { toCommand, toCurl } from './copy-as.ts';

const hard = `it's $HOME "x" \\ \`id\` ünï`;
/** What a shell hands to a program, one argument a line. */
const argumentsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `print() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${line}`], {
    encoding: 'utf8',
    env: { ERRAND_API_KEY: 'secret', HOME: '/root' },
  })
    .split('\0')
    .slice(0, -1);

test('a shell hands on the values as they are, and the key comes from the environment', () => {
  const curl = toCurl({ method: 'POST', path: '/v1/x/?q=a%20b', body: { inputs: { text: hard } } }, 'http://h:1');
  assert.doesNotMatch(curl, /secret/);
  const [address, , key, , , , data] = argumentsOf(curl.replace(/^curl/, 'print'));
  assert.deepEqual(
    [address, key, JSON.parse(data!)],
    ['http://h:1/v1/x/?q=a%20b', 'Authorization: Bearer secret', { inputs: { text: hard } }],
  );
  const command = toCommand({ method: 'GET', path: '/', command: ['run', 'Order letter', `text=${hard}`] });
  assert.deepEqual(argumentsOf(command.replace(/^errand/, 'print')), ['run', 'Order letter', `text=${hard}`]);
});

test('reading needs no body', () => {
  assert.doesNotMatch(toCurl({ method: 'GET', path: '/v1/agents/jobs/' }, 'http://h'), /-d /);
});
