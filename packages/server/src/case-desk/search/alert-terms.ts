import type { AlertQueryField } from '@errand/contract/case-query.ts';
import { matchNumber, matchText } from '#jobs/query/match-sql.ts';
import { isUuid } from '#platform/ids.ts';
import { anyOf, hasIdentifier, negatable, openedSql, type TermContext } from './case-terms.ts';
import type { Term } from './read-terms.ts';
import { hasWords } from './words.ts';

export type AlertTerm = Term<AlertQueryField>;

/** Conditions on an alert (a). */
export const alertTermsSql = (terms: AlertTerm[], context: TermContext): string =>
  terms.map((term) => negatable(term, conditionOf(term, context))).join('');

function conditionOf(term: AlertTerm, context: TermContext): string {
  const { bind, org } = context;
  const texts = term.values.map(({ text }) => text);
  const words = texts.map((text) => text.toLowerCase());
  const ofCases = (condition: string): string =>
    `a.case_id in (select s.id from cases s where s.org_id = ${org} and ${condition})`;
  switch (term.field) {
    case 'text':
    case 'subject':
      return anyOf(texts.map((text) => `(${hasWords('a.case_id', text, context)})`));
    case 'queue':
      return `a.queue_id = any (${bind(term.queueIds ?? [])}::uuid[])`;
    case 'rule':
      return `a.rule = any (${bind(term.rules ?? [])}::text[])`;
    case 'priority':
      return `a.priority = any (${bind(words)}::text[])`;
    case 'kind':
      return `a.subject ->> 'kind' = any (${bind(words)}::text[])`;
    case 'identifier':
      return hasIdentifier('alert_id', term, context, 'a.id');
    case 'amount':
      return matchNumber('a.amount', term, bind);
    case 'currency':
      return matchText('a.currency', term, bind);
    case 'state':
      return ofCases(`s.state = any (${bind(words)}::text[])`);
    case 'case':
      return ofCases(matchNumber('s.number', term, bind));
    case 'id':
      return anyOf([
        `a.id = any (${bind(texts.filter(isUuid))}::uuid[])`,
        `a.external_id = any (${bind(texts)}::text[])`,
      ]);
    case 'data':
      return matchText(`(a.data #>> ${bind(term.path)}::text[])`, term, bind);
    default:
      return openedSql(term, 'a.id', bind);
  }
}
