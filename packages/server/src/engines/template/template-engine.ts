import { type Static, Type } from 'typebox';
import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import { defineEngine, EngineFailure } from '../engine/engine.ts';
import { form } from '../engine/form.ts';

const configSchema = Type.Object({
  template: Type.Unknown({
    ...form('task', 'Template', { control: 'template' }),
    description:
      'The template: a text, or a JSON object or array whose texts are filled. ${key} stands for the input of that name, $$ for a dollar sign. Inputs in a JSON template are escaped for you.',
    examples: ['Dear ${name}, your order ${order} has left us.', { customer: '${name}', order: '${order}' }],
  }),
  output_type: Type.Optional(
    Type.Enum(['text/plain', 'application/json'], {
      ...form('output', 'Type of the output'),
      description:
        'Media type of the output. Default: text/plain for a text template, otherwise application/json. With application/json, the filled text must be valid JSON.',
    }),
  ),
});

/** Fills a template from the inputs, to format, merge or reshape results without a model. */
export const templateEngine = defineEngine<Static<typeof configSchema>>({
  id: 'TemplateEngine',
  name: 'Template',
  description:
    'Fills a text or JSON template from the inputs, without a model. Use it to format, merge or reshape results of other steps, or to try the service.',
  inputs: [
    {
      key: 'text',
      data_type: 'text/plain',
      description: 'Text for the template.',
      example: 'Rain is expected on Friday.',
    },
  ],
  configSchema,
  defaultConfig: { template: '${text}' },
  async run(_context, { config }) {
    const { template } = config;
    const isText = typeof template === 'string';
    const dataType = config.output_type ?? (isText ? 'text/plain' : 'application/json');
    const value = isText ? template : JSON.stringify(template);
    if (isText && dataType === 'application/json') checkJsonText(value);
    return { outputs: [{ key: 'output', data_type: dataType, value, description: 'The filled template.' }] };
  },
});

function checkJsonText(text: string): void {
  try {
    parseUntrustedJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new EngineFailure(
      'The filled template is not valid JSON. Inputs are inserted without escaping. To have them escaped, write the template as a JSON object.',
      { code: 'errand.config.invalid', cause: error },
    );
  }
}
