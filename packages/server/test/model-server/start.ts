import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ModelCall, ModelReply } from './replies.ts';

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url));

export type ModelServer = {
  url: string;
  /** Variables with which a service asks this server, as an OpenAI-compatible one. */
  env: Record<string, string>;
  /** What this model answers from now on, one reply after the other; the last is repeated. */
  script(model: string, ...replies: ModelReply[]): Promise<void>;
  calls(model: string): Promise<ModelCall[]>;
  /** How many calls it had at once, at most. */
  peak(model: string): Promise<number>;
  /** How many calls wait for an answer. */
  open(model: string): Promise<number>;
  stop(): Promise<void>;
};

export async function startModelServer(): Promise<ModelServer> {
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  const exited = once(child, 'exit');
  const [port] = await once(createInterface(child.stdout), 'line');
  const url = `http://127.0.0.1:${port}`;
  const state = async (model: string): Promise<{ calls: ModelCall[]; most?: number; now?: number }> =>
    (await (await fetch(`${url}/calls?model=${encodeURIComponent(model)}`)).json()) as never;
  return {
    url,
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-test' },
    async script(model, ...replies) {
      await fetch(`${url}/script`, { method: 'POST', body: JSON.stringify({ model, replies }) });
    },
    calls: async (model) => (await state(model)).calls,
    peak: async (model) => (await state(model)).most ?? 0,
    open: async (model) => (await state(model)).now ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
