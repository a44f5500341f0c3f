import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** An engine for both releases. It writes down each time that it runs, so that a job that ran twice is seen. */
export default ({ defineEngine, Type }) =>
  defineEngine({
    id: 'CountingEngine',
    name: 'Counting',
    description: 'Writes down that it ran, and for which release.',
    inputs: [{ key: 'text', data_type: 'text/plain', description: 'What to write.' }],
    configSchema: Type.Object({}),
    async run(context, { inputs }) {
      const value = await context.step('count', async () => {
        await delay(50);
        appendFileSync(process.env.COUNTED_FILE, `${process.env.COUNTED_AS} ${inputs.text}\n`);
        return inputs.text;
      });
      return { outputs: [{ key: 'output', data_type: 'text/plain', value }] };
    },
  });
