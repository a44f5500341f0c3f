import { createHash } from 'node:crypto';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type CallApi, errorText, type Reply } from '../reply.ts';
import { takesQuestions } from './call-agent.ts';
import type { OwnTool } from './own-tool.ts';
import { refusal } from './show-job.ts';

// Calls a tool of the service. What deletes or spends is shown first, and done once a person agrees: asked by the
// client if it can ask, otherwise by calling again with `confirm`.

type Given = Record<string, unknown>;

export async function callOwnTool(
  callApi: CallApi,
  tool: OwnTool,
  given: Given,
  context: ServerContext,
): Promise<CallToolResult> {
  const missing = (tool.inputSchema.required ?? []).filter((name) => given[name] === undefined);
  if (missing.length > 0) return refusal(`Missing arguments: ${missing.join(', ')}.`);
  if (given.preview === true && tool.preview !== undefined) return previewed(callApi, tool, given);
  if (tool.asks?.(given)) {
    const asked = await askFirst(callApi, tool, given, context);
    if (asked !== undefined) return asked;
  }
  const { method, path, body } = tool.path(given);
  return show(await callApi(method, path, body));
}

/** Returns undefined if the person agrees. */
async function askFirst(
  callApi: CallApi,
  tool: OwnTool,
  given: Given,
  context: ServerContext,
): Promise<CallToolResult | undefined> {
  if (!takesQuestions(context)) {
    if (given.confirm === true) return undefined;
    return previewed(
      callApi,
      tool,
      given,
      'Nothing was done. Show this to the person, and call again with confirm: true.',
    );
  }
  // The state belongs to these arguments: an answer to one question does not agree to another.
  const requestState = createHash('sha256')
    .update(JSON.stringify([tool.name, given]))
    .digest('base64url');
  const { mcpReq } = context;
  const answer = mcpReq.inputResponses?.confirm as { action?: string; content?: { confirm?: unknown } } | undefined;
  if (answer !== undefined && mcpReq.requestState<unknown>() === requestState) {
    const agrees = answer.action === 'accept' && answer.content?.confirm === true;
    return agrees ? undefined : refusal('Nothing was done: the person did not agree.');
  }
  const preview = await readPreview(callApi, tool, given);
  if ('reply' in preview) return show(preview.reply);
  const message = [`${tool.title}?`, preview.warning, JSON.stringify(preview.shown, null, 2)]
    .filter(Boolean)
    .join('\n');
  const requestedSchema = {
    type: 'object',
    properties: { confirm: { type: 'boolean', title: tool.title } },
    required: ['confirm'],
  };
  const confirm = { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
  return { resultType: 'input_required', inputRequests: { confirm }, requestState } as never;
}

async function previewed(callApi: CallApi, tool: OwnTool, given: Given, note?: string): Promise<CallToolResult> {
  const preview = await readPreview(callApi, tool, given);
  if ('reply' in preview) return show(preview.reply);
  const { shown, warning } = preview;
  return toResult({ done: false, ...(note && { note }), ...(warning && { warning }), ...shown });
}

type Preview = { shown: Given; warning: string | undefined } | { reply: Reply };

/** What is there now, the members that would change, and the cost. */
async function readPreview(callApi: CallApi, { preview, path, asks }: OwnTool, given: Given): Promise<Preview> {
  const { method } = path(given);
  const changes = preview?.changes(given) ?? {};
  const at = preview?.path?.(given);
  const reply = at === undefined ? undefined : await callApi('GET', at);
  if (reply && reply.status >= 400) return { reply };
  const now = (reply?.body ?? {}) as Given;
  const isGrave = asks === undefined || asks(given);
  const warning = isGrave ? preview?.warning : undefined;
  const cost = isGrave ? await preview?.cost?.(callApi, given, now) : undefined;
  const costs = cost && { cost };
  if (reply === undefined) return { shown: { [preview?.shownAs ?? 'would_create']: changes, ...costs }, warning };
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, now[name] ?? null]));
  const shown = method === 'DELETE' ? { would_delete: now } : { of: nameOf(now), before, after: changes, ...costs };
  return { shown, warning };
}

/** What identifies it, and how much it is. */
const nameOf = ({ id, name, case_count, agent_id, inputs }: Given): Given => ({
  id,
  name,
  ...(case_count !== undefined && { case_count }),
  ...(agent_id !== undefined && { agent_id }),
  ...(inputs !== undefined && { inputs }),
});

function show(reply: Reply): CallToolResult {
  return reply.status >= 400 ? refusal(errorText(reply)) : toResult(reply.body ?? { done: true });
}

const toResult = (value: unknown): CallToolResult =>
  ({
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: Array.isArray(value) ? { results: value } : value,
  }) as CallToolResult;
