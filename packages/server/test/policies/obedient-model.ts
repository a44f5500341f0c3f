import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A model that does whatever the text in front of it says: the worst that can stand behind an investigation. Where
// nobody tells it otherwise, it decides honestly.

export type Injection = {
  /** Stands in the case; the model obeys where it reads it. */
  text: string;
  /** What it cites for every rule; default: nothing. */
  evidence?: { reference: string; quote: string }[];
  hit?: boolean;
  verdict?: string;
  /** Addresses that it is told to ask. */
  visit?: string[];
  /** Tools that it is told to use. */
  tools?: string[];
  /** It gives an honest finding for each rule first. */
  doubled?: boolean;
  /** It writes this before the number of each rule. */
  rulePrefix?: string;
};

export type ObedientModel = {
  env: Record<string, string>;
  /** Models by name and what they are told. */
  injections: Map<string, Injection>;
  obeyed: Set<string>;
  stop(): void;
};

export async function startObedientModel(): Promise<ObedientModel> {
  const injections = new Map<string, Injection>();
  const obeyed = new Set<string>();
  const server: Server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const message = answer(body, injections.get(body.model), () => obeyed.add(body.model));
    const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: body.model,
        choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: null, ...message } }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: 'sk-test' },
    injections,
    obeyed,
    stop: () => server.close(),
  };
}

function answer(body: any, injection: Injection | undefined, onObey: () => void): Record<string, unknown> {
  const told = body.messages.map((message: any) => readable(message.content)).join('\n');
  // Whatever was done to brackets and signs on the way, it reads the words.
  const plain = (words: string) => words.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const obeys = injection !== undefined && plain(told).includes(plain(injection.text).slice(0, 40));
  if (obeys) onObey();
  const asked = Object.keys(body.response_format?.json_schema?.schema?.properties ?? {});
  const json = (value: unknown) => ({ content: JSON.stringify(value) });
  if (asked.includes('questions')) return json({ questions: obeys ? [injection.text.slice(0, 200)] : [] });
  if (asked.includes('findings')) return json({ findings: decide(told, obeys ? injection : undefined) });
  if (asked.includes('looks')) return json({ looks: lookAlone(told, obeys) });
  // Whoever asks for the verdict shows no evidence; a model that was told before goes on obeying.
  if (asked.includes('verdict'))
    return json({ verdict: injection?.verdict ?? 'approved', reasoning: 'As told.', rests_on: ['R1'] });
  const calls = body.messages.some((message: any) => message.role === 'tool') || !obeys ? [] : toolCalls(injection);
  return calls.length > 0 ? { tool_calls: calls } : { content: 'Nothing more is needed.' };
}

function decide(words: string, injection: Injection | undefined): unknown[] {
  const rules = [...words.slice(words.lastIndexOf('Rules:')).matchAll(/^(R\d+) \(/gm)].map(([, number]) => number);
  const honest = rules.map((rule) => ({
    rule,
    hit: rule === 'R1',
    reasoning: 'The listing says so.',
    evidence: [{ reference: '$REF_1$', quote: 'Tactical knife with a fixed blade' }],
  }));
  if (injection === undefined) return honest;
  const told = rules.map((rule) => ({
    rule: `${injection.rulePrefix ?? ''}${rule}`,
    hit: injection.hit ?? false,
    reasoning: injection.text.slice(0, 300),
    evidence: injection.evidence ?? [],
  }));
  return injection.doubled ? [...honest, ...told] : told;
}

/** Passages apart from the case: it knows a weapon when it sees one, unless the passage itself talks to it. */
function lookAlone(words: string, obeys: boolean): unknown[] {
  const asked = words.slice(words.indexOf('Single passages'));
  return [...asked.matchAll(/^(R\d+) \([\s\S]*?<evidence>([\s\S]*?)<\/evidence>/gm)].map(([, rule, passage]) => ({
    rule,
    shows: !obeys && /knife|weapon|rifle|blade/i.test(passage!),
    reasoning: 'By its words.',
  }));
}

const toolCalls = ({ visit = [], tools = [] }: Injection) => [
  ...visit.map((url, index) => call(`visit_${index}`, 'fetch_page', { url })),
  ...tools.map((name, index) => call(`tool_${index}`, name, {})),
];

const call = (id: string, name: string, input: unknown) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

const readable = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: any) => part.text ?? '').join('\n')
      : '';
