import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { defineEngine, type Engine } from '#engines/engine/engine.ts';
import { realNow } from './clock.ts';

/**
 * Tells a witness outside of everything what it really does: each start, and each step when its work begins and ends.
 * `crash`: ends its process without a word, `steps` later.
 */
export function createWitnessedEngine(witnessUrl: string): Engine {
  const record = async (what: Record<string, string | number>): Promise<void> => {
    // The moment counts here and not on arrival: the process may be paused before the message has left it.
    const told = { ...what, pid: process.pid, at: realNow() };
    const query = new URLSearchParams(
      Object.entries(told).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    const answer = await fetch(`${witnessUrl}/?${query}`);
    await answer.text();
  };
  return defineEngine<{ mark?: string }>({
    id: 'WitnessedEngine',
    name: 'Witnessed',
    description: 'Does nothing but record that it does.',
    inputs: ['tag', 'steps', 'ms', 'cost', 'crash', 'padding'].map((key) => ({
      key,
      data_type: 'text/plain',
      description: '',
      required: key === 'tag',
    })),
    configSchema: Type.Object({}, { additionalProperties: true }),
    async run({ jobId, attempt, signal, step }, { inputs, config }) {
      await record({ event: 'start', job: jobId, attempt });
      for (let index = 0; index < Number(inputs.steps ?? 1); index += 1) {
        const name = `step ${index}`;
        await step(
          name,
          async (usage) => {
            await record({ event: 'begin', job: jobId, attempt, step: name });
            usage.cost = Number(inputs.cost ?? 0);
            usage.inputTokens = 10;
            await delay(Number(inputs.ms ?? 0), undefined, { signal });
            await record({ event: 'end', job: jobId, attempt, step: name });
            return index;
          },
          { kind: 'model' },
        );
      }
      if (inputs.crash === 'true') {
        await record({ event: 'crash', job: jobId, attempt });
        process.kill(process.pid, 'SIGKILL');
        await delay(10_000);
      }
      return { outputs: [{ key: 'output', data_type: 'text/plain', value: `${inputs.tag} ${config.mark ?? ''}` }] };
    },
  });
}
