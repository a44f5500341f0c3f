// Reads the operations of a connector from the JSON schema of its deliveries.

export type Operation = {
  name: string;
  description: string;
  params: { name: string; description: string; required: boolean }[];
  /** The initial parameters, with the alert in the parameter for a message's text. */
  initial: Record<string, string>;
};

type Schema = {
  title?: string;
  description?: string;
  properties?: Record<string, { description?: string }>;
  required?: string[];
};

const TEXTS = ['text', 'body', 'message', 'comment', 'description', 'content'];

export function operationsOf(schema: unknown): Operation[] {
  const { oneOf = [] } = (schema ?? {}) as { oneOf?: Schema[] };
  return oneOf.map(({ title = '', description = '', properties = {}, required = [] }) => {
    const text = TEXTS.find((name) => Object.hasOwn(properties, name));
    return {
      name: title,
      description,
      params: Object.entries(properties).map(([name, about]) => ({
        name,
        description: about.description ?? '',
        required: required.includes(name),
      })),
      initial: text === undefined ? {} : { [text]: '${alert.message}' },
    };
  });
}
