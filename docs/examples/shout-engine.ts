// An engine of one's own: ERRAND_ENGINE_MODULES=docs/examples/shout-engine.ts npm start
import type { EngineKit } from '@errand/server/engines/engine-modules.ts';

export default ({ defineEngine, EngineFailure, Type }: EngineKit) =>
  defineEngine<{ times?: number }>({
    id: 'ShoutEngine',
    name: 'Shout',
    description: 'Says it louder.',
    inputs: [{ key: 'text', data_type: 'text/plain', description: 'What to say.' }],
    configSchema: Type.Object({
      times: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 1, description: 'How often.' })),
    }),
    async run(context, { inputs, config }) {
      if (inputs.text === '') throw new EngineFailure('There is nothing to say.');
      const loud = await context.step('shout', async () => `${inputs.text!.toUpperCase()}!`);
      return { outputs: [{ key: 'output', data_type: 'text/plain', value: loud.repeat(config.times ?? 1) }] };
    },
  });
