import { answeringRoles } from '@errand/contract/roles.ts';
import { type Static, Type } from 'typebox';
import { databaseNow } from '#platform/ids.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import { type ConfirmRule, needsConfirmation } from './browser/consequences.ts';
import { type Action, describeAction } from './browser/page-actions.ts';
import type { PageView } from './browser/page-view.ts';
import type { Route } from './browser/retrace.ts';

// Asks a person before the browser does something with consequences. The job waits without a browser; afterwards a new
// browser retraces the route to the page.

const confirm = Type.Object({
  when: Type.Optional(
    Type.Enum(['consequential', 'always', 'never'], {
      description: 'Which clicks and form submissions need approval. Default: those that seem to have consequences.',
    }),
  ),
  words: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 100,
      description: 'More words that, in the label of a control, require approval.',
    }),
  ),
  role: Type.Optional(
    Type.Enum([...answeringRoles], { description: 'Lowest role that may approve. Default: member.' }),
  ),
  forbid_requester: Type.Optional(
    Type.Boolean({ description: 'If true, the user who started the job may not approve.' }),
  ),
  due_hours: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 8_760,
      description: 'Hours until the approval times out. Fractions are allowed. Default: 24, because pages change.',
    }),
  ),
  on_timeout: Type.Optional(
    Type.Enum(['fail', 'refuse'], {
      description: 'fail: the job fails. refuse: the model goes on without the action. Default: fail.',
    }),
  ),
});
export type Confirm = Static<typeof confirm>;

export const confirmConfig = {
  confirm: Type.Optional(
    Type.Unsafe<Confirm>({
      ...confirm,
      additionalProperties: false,
      description: 'When a person must approve before the browser pays, orders, sends or deletes something.',
      examples: [{ when: 'consequential', words: ['einreichen'], role: 'admin', due_hours: 4 }],
    }),
  ),
};

const DUE_HOURS = 24;
const HOUR_MS = 3_600_000;

export const asksBefore = (action: Action, view: PageView, given: Confirm = {}): boolean =>
  needsConfirmation(action, view, ruleOf(given));

const ruleOf = ({ when = 'consequential', words = [] }: Confirm): ConfirmRule => ({ when, words });

/** Returns undefined if a person agreed, or the reason why not, for the model. */
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
 * Makes sure that an approved action is done only once. The step records its beginning: if another attempt began it and
 * did not record the end, nobody knows what happened in between, and the returned function throws.
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
        `This action may have been done already, so it was not repeated: ${said}. Check the site before you run the agent again.`,
        { code: 'errand.web.outcome_unknown' },
      );
  };
}

function describe(action: Action, view: PageView, { from, done }: Route): string {
  const before = done.map(
    (one, at) => `${at + 1}. ${code(`${describeAction(one.action, one.seen)}${full(one.action)}`)}`,
  );
  return [
    `Page: ${code(view.url)}, ${code(view.title || 'without a title')}.`,
    `Action: **${nameOf(action)}** ${code(labelOf(action, view))}${full(action) && ` ${code(full(action))}`}`,
    `No browser is open while the job waits. After your approval, a new one opens ${code(from)}${before.length === 0 ? '' : ', repeats the actions below'} and goes on only if the page is the same.`,
    before.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The description of an action already contains short texts. */
const full = ({ text }: Action): string => (text && text.length > 60 ? ` ${text.slice(0, 2_000)}` : '');

const nameOf = ({ action }: Action): string => (action === 'click' ? 'Click' : 'Submit the form with');

const labelOf = (action: Action, { elements }: PageView): string =>
  (elements.find(({ id }) => id === action.element)?.label || `element ${action.element}`).slice(0, 100);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, 100));

/** Shows labels and titles as they are, never as Markdown, because they come from the site. */
const code = (text: string): string => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;
