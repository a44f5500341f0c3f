import { type Static, Type } from 'typebox';
import { databaseNow } from '#platform/ids.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import { type ConfirmRule, needsConfirmation } from './browser/consequences.ts';
import { type Action, describeAction } from './browser/page-actions.ts';
import type { PageView } from './browser/page-view.ts';
import type { Route } from './browser/retrace.ts';

// A person agrees to what has consequences before it is done. The job waits without its browser; afterwards a new one goes
// the same way again.

const confirm = Type.Object({
  when: Type.Optional(
    Type.Enum(['consequential', 'always', 'never'], {
      description:
        'Before which clicks and sent forms a person is asked; default: those that seem to have consequences.',
    }),
  ),
  words: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { maxItems: 100, description: 'Further words of labels to ask before.' }),
  ),
  role: Type.Optional(Type.Enum(['member', 'admin'], { description: 'Least role that may agree; default: member.' })),
  forbid_requester: Type.Optional(Type.Boolean({ description: 'Whoever started the job may not agree.' })),
  due_hours: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 8_760, description: 'Default 24: pages change. May be a fraction.' }),
  ),
  on_timeout: Type.Optional(
    Type.Enum(['fail', 'refuse'], { description: 'refuse: the model goes on without it; default: fail.' }),
  ),
});
export type Confirm = Static<typeof confirm>;

export const confirmConfig = {
  confirm: Type.Optional(
    Type.Unsafe<Confirm>({
      ...confirm,
      additionalProperties: false,
      description: 'Whether a person has to agree before the browser pays, orders, sends or deletes something.',
      examples: [{ when: 'consequential', words: ['einreichen'], role: 'admin', due_hours: 4 }],
    }),
  ),
};

const DUE_HOURS = 24;
const HOUR_MS = 3_600_000;

export const asksBefore = (action: Action, view: PageView, given: Confirm = {}): boolean =>
  needsConfirmation(action, view, ruleOf(given));

const ruleOf = ({ when = 'consequential', words = [] }: Confirm): ConfirmRule => ({ when, words });

/** Undefined: agreed. Else why not, for the model. */
export async function askToAct(
  context: EngineContext,
  given: { action: Action; view: PageView; route: Route; confirm: Confirm | undefined; screenshot: string },
): Promise<string | undefined> {
  const { action, view, route, confirm: rule = {}, screenshot } = given;
  const {
    answer,
    comment,
    timed_out: isLate,
  } = await context.wait({
    kind: 'approval',
    title: `${nameOf(action)} ${labelOf(action, view)} on ${hostOf(view.url)}?`,
    body: describe(action, view, route),
    options: ['do it', 'refuse'],
    evidence: [screenshot],
    assignee_role: rule.role ?? 'member',
    forbid_requester: rule.forbid_requester ?? false,
    due_at: new Date(databaseNow() + (rule.due_hours ?? DUE_HOURS) * HOUR_MS),
    on_timeout: rule.on_timeout ?? 'fail',
  });
  if (answer === 'do it') return undefined;
  if (isLate) return 'nobody agreed to it in time';
  return `a person refused it${comment ? `: ${comment.slice(0, 500)}` : ''}`;
}

/**
 * What was agreed to is done once. Its beginning is recorded: an attempt that finds a beginning of another one and no end
 * cannot know what happened in between.
 */
export async function beginOnce(context: EngineContext, said: string): Promise<() => void> {
  let isMine = false;
  await context.step(`begin: ${said}`, async () => {
    isMine = true;
    return null;
  });
  return () => {
    if (!isMine)
      throw new EngineFailure(
        `It is not known whether this was done, so it is not done again: ${said}. Look at the site before you run the agent again.`,
        { code: 'errand.web.outcome_unknown' },
      );
  };
}

function describe(action: Action, view: PageView, { from, done }: Route): string {
  const before = done.map(
    (one, at) => `${at + 1}. ${code(`${describeAction(one.action, one.seen)}${full(one.action)}`)}`,
  );
  return [
    `The page ${code(view.url)}, ${code(view.title || 'without a title')}.`,
    `The browser would: **${nameOf(action)}** ${code(labelOf(action, view))}${full(action) && ` ${code(full(action))}`}`,
    `It waits without a browser. Once you agree, a new one opens ${code(from)}${before.length === 0 ? '' : ', does this again'} and goes on only if the page is the same.`,
    before.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Short texts are in the description of an action already. */
const full = ({ text }: Action): string => (text && text.length > 60 ? ` ${text.slice(0, 2_000)}` : '');

const nameOf = ({ action }: Action): string => (action === 'click' ? 'Click' : 'Send the form with');

const labelOf = (action: Action, { elements }: PageView): string =>
  (elements.find(({ id }) => id === action.element)?.label || `element ${action.element}`).slice(0, 100);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, 100));

/** Labels and titles are the site's: they are shown as they are, never as Markdown. */
const code = (text: string): string => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;
