import type { StepAnswer, StepRequest } from '@errand/sdk';
import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Facts } from '../../design/card.tsx';
import { formatBytes } from '../../design/format.ts';
import { JsonTree } from '../../json/json-tree.tsx';
import { TextView } from '../../json/text-view.tsx';

// Shows the messages of a step as plain text. Markup in them is never interpreted.

type Message = NonNullable<StepRequest['messages']>[number];
type MessagePart = Message['parts'][number];

export function StepRequestView({ request }: { request: StepRequest }) {
  const { messages = [], tools, answer_schema: schema, settings, continues, tool, input, body, sql, ...rest } = request;
  const facts: [string, ReactNode][] = [...Object.entries(rest), ...Object.entries(settings ?? {})].map(
    ([name, value]) => [
      wordsOf(name),
      typeof value === 'string' ? <bdi key={name}>{value}</bdi> : JSON.stringify(value),
    ],
  );
  if (tool !== undefined) facts.unshift(['Tool', <code key="tool">{tool}</code>]);
  return (
    <div className="flex flex-col gap-3">
      {facts.length > 0 && <Facts facts={facts} />}
      {continues !== undefined && (
        <p className="text-muted">
          Goes on where the step <bdi className="font-medium">{continues}</bdi> ended; only what is new is shown.
        </p>
      )}
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a record never change
        <MessageView key={index} message={message} />
      ))}
      {sql !== undefined && <TextView text={sql} label="SQL" />}
      {input !== undefined && <Value value={input} label="Input" />}
      {body !== undefined && <Value value={body} label="Body" />}
      {schema !== undefined && (
        <Folded title="Answer schema">
          <JsonTree value={schema} label="Answer schema" fileName="schema.json" />
        </Folded>
      )}
      {tools !== undefined && (
        <Folded title={`Tools that were offered (${tools.length})`}>
          <JsonTree value={tools} label="Tools" fileName="tools.json" />
        </Folded>
      )}
    </div>
  );
}

export function StepAnswerView({ answer }: { answer: StepAnswer }) {
  const facts: [string, ReactNode][] = [];
  if (answer.finish !== null) facts.push(['Ended because', answer.finish]);
  if (answer.answered_by !== null) facts.push(['Answered by', <bdi key="by">{answer.answered_by}</bdi>]);
  return (
    <div className="flex flex-col gap-3">
      {facts.length > 0 && <Facts facts={facts} />}
      {answer.reasoning !== null && (
        <Folded title="Reasoning">
          <TextView text={answer.reasoning} label="Reasoning" />
        </Folded>
      )}
      {answer.text !== '' && <Value value={answer.text} label="Text of the answer" />}
      {answer.tool_calls.map(({ tool, input }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a record never change
        <ToolCall key={index} tool={tool} input={input} />
      ))}
      {answer.text === '' && answer.tool_calls.length === 0 && <p className="text-muted">The answer is empty.</p>}
    </div>
  );
}

const roles: Record<string, string> = { system: 'System', user: 'Prompt', assistant: 'Model', tool: 'Tools' };

function MessageView({ message }: { message: Message }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span>
        <Badge>{roles[message.role] ?? message.role}</Badge>
      </span>
      {message.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a record never change
        <PartView key={index} part={part} label={`${roles[message.role] ?? message.role} ${index + 1}`} />
      ))}
    </div>
  );
}

function PartView({ part, label }: { part: MessagePart; label: string }) {
  if (part.text !== undefined) return <TextView text={part.text} label={label} />;
  if (part.type === 'tool_call') return <ToolCall tool={part.tool ?? ''} input={part.input} />;
  if (part.type === 'tool_result') return <Value value={part.output} label={`Answer of ${part.tool}`} />;
  const facts = [part.name, part.media_type, part.bytes !== undefined && formatBytes(part.bytes)].filter(Boolean);
  return (
    <p className="text-muted">
      {part.type === 'image' ? 'An image' : 'A file'}: <bdi>{facts.join(', ')}</bdi>
    </p>
  );
}

function ToolCall({ tool, input }: { tool: string; input: unknown }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p>
        Calls <code className="text-code">{tool}</code>
      </p>
      <Value value={input} label={`Input of ${tool}`} />
    </div>
  );
}

function Value({ value, label }: { value: unknown; label: string }) {
  const read = typeof value === 'string' ? readJson(value) : value;
  return typeof read === 'string' ? (
    <TextView text={read} label={label} />
  ) : (
    <JsonTree value={read ?? null} label={label} fileName={`${label.toLowerCase().replaceAll(' ', '-')}.json`} />
  );
}

/** Reads JSON in a text, because it is easier to read as a tree. */
function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer text-muted hover:text-text">{title}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
