import type { CaseQueryField } from '@errand/contract/case-query.ts';
import { readDue, readSpanMs } from '@errand/contract/query-language.ts';
import { type Bind, matchNumber, matchText } from '#jobs/query/match-sql.ts';
import { firstIdAt, isUuid } from '#platform/ids.ts';
import { normalizeIdentifier } from '../rules/model.ts';
import type { Term } from './read-terms.ts';
import { hasWords } from './words.ts';

export type CaseTerm = Term<CaseQueryField>;
/** `org` and `viewer` are the parameters of the organization and of who looks. */
export type TermContext = { bind: Bind; org: string; viewer: string };

/** Conditions on a case (c). */
export const caseTermsSql = (terms: CaseTerm[], context: TermContext): string =>
  terms.map((term) => negatable(term, conditionOf(term, context))).join('');

/** Null does not match the value: -outcome:report finds cases without any outcome. */
export const negatable = ({ negated }: { negated: boolean }, condition: string): string =>
  negated ? ` and not coalesce(${condition}, false)` : ` and ${condition}`;

export const anyOf = (conditions: string[]): string => `(${conditions.join(' or ')})`;

function conditionOf(term: CaseTerm, context: TermContext): string {
  const { bind, org } = context;
  const texts = term.values.map(({ text }) => text);
  const words = texts.map((text) => text.toLowerCase());
  switch (term.field) {
    case 'text':
    case 'subject':
      return anyOf(texts.map((text) => `(${hasWords('c.id', text, context)})`));
    case 'state':
    case 'status':
      return `c.state = any (${bind(words)}::text[])`;
    case 'queue':
      return `c.queue_id = any (${bind(term.queueIds ?? [])}::uuid[])`;
    case 'assignee':
      return anyOf(term.values.map((value) => isAssignee(value, context)));
    case 'priority':
      return `c.priority = any (${bind(words)}::text[])`;
    case 'due': {
      const operator = term.operator === '=' ? '<=' : term.operator;
      return anyOf(texts.map((text) => `c.next_due_at ${operator} ${bind(readDue(text, term.now))}::timestamptz`));
    }
    case 'outcome':
      return matchText('c.outcome', term, bind);
    case 'reason':
      return matchText('c.reason_code', term, bind);
    case 'kind':
      return `c.subject ->> 'kind' = any (${bind(words)}::text[])`;
    case 'identifier':
      return hasIdentifier('case_id', term, context, 'c.id');
    case 'rule':
      return `c.id in (select a.case_id from case_alerts a where a.org_id = ${org} and a.rule = any (${bind(term.rules ?? [])}::text[]))`;
    case 'alerts':
      return matchNumber('c.alert_count', term, bind);
    case 'number':
      return matchNumber('c.number', term, bind);
    case 'id':
      return `c.id = any (${bind(texts.filter(isUuid))}::uuid[])`;
    case 'has':
      return anyOf(words.map((word) => HAS[word]!(context)));
    default:
      return openedSql(term, 'c.id', bind);
  }
}

function isAssignee({ text }: { text: string }, { bind, org, viewer }: TermContext): string {
  if (text.toLowerCase() === 'none') return 'c.assignee_id is null';
  if (text.toLowerCase() === 'me') return `c.assignee_id = ${viewer}::int`;
  if (/^\d{1,9}$/.test(text)) return `c.assignee_id = ${bind(Number(text))}::int`;
  return `c.assignee_id in (select u.id from users u join memberships m on m.user_id = u.id and m.org_id = ${org}
    where ${matchText('u.email', { operator: '=', values: [{ text, isPattern: text.includes('*') }] }, bind)})`;
}

/** By the ids of rows, which rise with the time. */
export function openedSql(term: Term<string>, id: string, bind: Bind): string {
  const text = term.values[0]!.text;
  if (term.field === 'since') return `${id} >= ${bind(firstIdAt(term.now - readSpanMs(text)!))}::uuid`;
  if (term.field === 'from') return `${id} >= ${bind(firstIdAt(Date.parse(text)))}::uuid`;
  return `${id} < ${bind(firstIdAt(Date.parse(text) + 1))}::uuid`;
}

/** Identifiers as they are compared. Without a kind, of any kind that the word may have. */
export function hasIdentifier(
  column: 'case_id' | 'alert_id',
  term: Term<string>,
  { bind, org }: TermContext,
  id: string,
): string {
  const kind = term.path.join('.');
  const values = term.values.map(({ text }) => normalizeIdentifier(kind, text));
  const ofKind = kind === '' ? '' : ` and i.kind = ${bind(values[0]!.kind)}`;
  return `${id} in (select i.${column} from case_identifiers i
    where i.org_id = ${org}${ofKind} and i.value = any (${bind(values.map(({ value }) => value))}::text[]))`;
}

const HAS: Record<string, (context: TermContext) => string> = {
  proposal: () => 'c.proposal is not null',
  task: () => 'exists (select from case_tasks t where t.case_id = c.id and t.done_at is null)',
  document: () => 'exists (select from case_documents d where d.case_id = c.id)',
  note: () => 'exists (select from case_notes n where n.case_id = c.id)',
  hold: () => 'exists (select from held_cases h where h.case_id = c.id)',
  restriction: () => 'c.restricted_to is not null',
  merged: () => 'c.merged_into is not null',
};
