import type { StepDetail } from '@errand/sdk';
import { mark } from '../terminal/text.ts';
import { duration, money } from './show-job.ts';

/** Shows a step as text: facts, then the request, then the response. */
export function showStep(step: StepDetail): string {
  const { input_tokens: input, output_tokens: output, cached_input_tokens: cached } = step;
  const facts: [string, string][] = [
    ['kind', step.kind],
    ...((step.model === null ? [] : [['model', step.model]]) as [string, string][]),
    ['took', duration(step.duration_ms)],
    ['cost', money(step.cost)],
  ];
  if (input !== null || output !== null)
    facts.push(['tokens', `${input ?? 0} in${cached ? ` (${cached} from the cache)` : ''}, ${output ?? 0} out`]);
  if (step.reused_from !== null) facts.push(['taken over', `from job ${step.reused_from}`]);
  for (const { error, duration_ms: ms } of step.retries) facts.push(['failed try', `${error} (${duration(ms)})`]);
  if (step.error !== null) facts.push(['error', step.error]);
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    `${mark(step.status === 'succeeded')} step ${step.seq}: ${step.name}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...section('asked', askedOf(step)),
    ...section('answer', answerOf(step)),
  ].join('\n');
}

const section = (title: string, text: string): string[] => (text === '' ? [] : ['', `── ${title}`, text]);

function askedOf({ request }: StepDetail): string {
  if (request === null) return '';
  const { messages, ...rest } = request;
  const said = (messages ?? []).map(({ role, parts }) => `[${role}]\n${parts.map(partText).join('\n')}`);
  const others = Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest, null, 2)];
  return [...said, ...others].join('\n\n');
}

type Part = NonNullable<NonNullable<StepDetail['request']>['messages']>[number]['parts'][number];

function partText(part: Part): string {
  if (part.text !== undefined) return part.text;
  if (part.type === 'tool_call') return `calls ${part.tool} ${JSON.stringify(part.input)}`;
  if (part.type === 'tool_result') return `${part.tool}: ${JSON.stringify(part.output)}`;
  return `(${part.type} ${[part.name, part.media_type, part.bytes && `${part.bytes} bytes`].filter(Boolean).join(', ')})`;
}

function answerOf({ answer, result }: StepDetail): string {
  if (answer === null) return result === null ? '' : JSON.stringify(result, null, 2);
  const calls = answer.tool_calls.map(({ tool, input }) => `calls ${tool} ${JSON.stringify(input)}`);
  return [answer.text, ...calls].filter((text) => text !== '').join('\n');
}
