import type { Answer } from './judge-trust.ts';

// Asks a language model behind an interface of OpenAI's shape: OPENAI_BASE_URL and OPENAI_API_KEY, as its clients use.

const CHARACTERS_MAX = 20_000;
const TIME_LIMIT_MS = 180_000;

export function askModel(model: string): Answer {
  const address = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
  return async ({ schema, sources }) => {
    const text = sources.map((source) => source.text).join('\n\n');
    const response = await fetch(`${address.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      headers: {
        'content-type': 'application/json',
        ...(process.env.OPENAI_API_KEY && { authorization: `Bearer ${process.env.OPENAI_API_KEY}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: 'Fill in the fields from the document. Use null for what it does not say.' },
          { role: 'user', content: text.slice(0, CHARACTERS_MAX) },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
      }),
    });
    if (!response.ok) throw new Error(`The model answered with status ${response.status}.`);
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    // A small model may be cut off. That is no answer, and counts as missing values.
    try {
      return JSON.parse(choices[0]!.message.content) as unknown;
    } catch {
      return {};
    }
  };
}
