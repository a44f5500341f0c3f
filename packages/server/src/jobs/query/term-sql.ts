import { type JobQueryTerm, queryStatuses } from '@errand/contract/job-query.ts';
import { readSpanMs } from '@errand/contract/query-language.ts';
import { firstIdAt, isUuid } from '#platform/ids.ts';
import { DISPLAY_STATUS } from '../record/display-sql.ts';
import { type Bind, hasPart, matchNumber, matchText, toLike } from './match-sql.ts';
import { valueAt } from './path-sql.ts';

// Turns the terms of a job query into conditions on a job (j) and the tables that lists join: result (r), queue row
// (q), version (v) and review.

/** A term whose names are resolved to ids. */
export type ReadTerm = JobQueryTerm & { agentIds?: string[]; keyIds?: string[]; codes?: string[]; now: number };

export function termsSql(terms: ReadTerm[], bind: Bind): string {
  return terms
    .map((term) => {
      const condition = conditionOf(term, bind);
      // Null does not match the value: -model:x finds jobs without any model.
      return term.negated ? ` and not coalesce(${condition}, false)` : ` and ${condition}`;
    })
    .join('');
}

function conditionOf(term: ReadTerm, bind: Bind): string {
  const texts = term.values.map(({ text }) => text);
  switch (term.field) {
    case 'text':
      return searchAll(term, bind);
    case 'is':
      return `${DISPLAY_STATUS} = any(${bind(texts.map((word) => word.toLowerCase()))}::text[])`;
    case 'status':
      return `coalesce(r.status, q.status) = any(${bind(texts.map((word) => queryStatuses.indexOf(word.toLowerCase() as never)))}::smallint[])`;
    case 'agent':
      return `j.agent_id = any(${bind(term.agentIds ?? [])}::uuid[])`;
    case 'key':
      return `j.key_id = any(${bind(term.keyIds ?? [])}::uuid[])`;
    case 'version':
      return versionSql(term, bind);
    case 'model':
      return `exists (select from job_steps s where s.job_id = j.id and ${matchText('s.model', term, bind)})`;
    case 'substituted':
      return anyOf(texts.map((word) => (word.toLowerCase() === 'true' ? SUBSTITUTED : `not ${SUBSTITUTED}`)));
    case 'tag':
      return `exists (select from agent_tags at join tags t on t.id = at.tag_id where at.agent_id = j.agent_id and ${matchText('t.name', term, bind)})`;
    case 'origin':
      return matchText('j.origin', term, bind);
    case 'error':
      return term.codes ? `r.error_code = any(${bind(term.codes)}::text[])` : isCode('r.error_code', term, bind);
    case 'verdict':
      return matchText(`r.ui_fields->>'verdict'`, term, bind);
    case 'review':
      return anyOf(texts.map((word) => reviewSql(word.toLowerCase())));
    case 'id':
      return anyOf(term.values.map((value) => `j.id::text like ${bind(`${toLike(value).toLowerCase()}%`)}`));
    case 'batch':
      return `j.batch_id = any(${bind(texts.filter(isUuid))}::uuid[])`;
    case 'bulk':
      return `j.id = any(array(select i.new_job_id from bulk_items i
        where i.operation_id = any(${bind(texts.filter(isUuid))}::uuid[]) and i.status = 'done'))`;
    case 'policy':
      return `j.policy_version_id = any(${bind(texts.filter(isUuid))}::uuid[])`;
    case 'has':
      return anyOf(texts.map((word) => HAS[word.toLowerCase() as keyof typeof HAS]));
    case 'since':
      return sinceSql(term, bind);
    case 'from':
      return `j.id >= ${bind(firstIdAt(Date.parse(texts[0]!)))}::uuid`;
    case 'to':
      return `j.id < ${bind(firstIdAt(Date.parse(texts[0]!) + 1))}::uuid`;
    case 'duration':
      return matchNumber('r.duration_ms', term, bind, (text) => readSpanMs(text)!);
    case 'metadata':
    case 'input':
    case 'output':
      return pathSql(term, term.field, bind);
    default:
      return matchNumber(NUMBERS[term.field], term, bind);
  }
}

function versionSql(term: ReadTerm, bind: Bind): string {
  const ids = term.values.map(({ text }) => text).filter(isUuid);
  const named = matchText('v.version_name', term, bind);
  return ids.length === 0 ? named : `(${named} or j.version_id = any(${bind(ids)}::uuid[]))`;
}

/** Builds a condition: the whole error code, or its last word, matches the term. */
export const isCode = (code: string, term: Pick<ReadTerm, 'operator' | 'values'>, bind: Bind): string =>
  `(${matchText(code, term, bind)} or ${matchText(`regexp_replace(${code}, '^.*[.]', '')`, term, bind)})`;

const anyOf = (conditions: string[]): string => `(${conditions.join(' or ')})`;

const NUMBERS = {
  cost: 'coalesce(r.cost, 0)',
  tokens: '(coalesce(r.input_tokens, 0) + coalesce(r.output_tokens, 0))',
  input_tokens: 'coalesce(r.input_tokens, 0)',
  output_tokens: 'coalesce(r.output_tokens, 0)',
  attempt: 'coalesce(r.attempt, q.attempt)',
};

/** A model answered in place of the one that was named. */
const SUBSTITUTED = `exists (select from job_steps s where s.job_id = j.id and s.status = 'succeeded' and s.route ? 'instead_of')`;

const HAS = {
  error: '(r.error_code is not null or r.error_message is not null)',
  verdict: `r.ui_fields->>'verdict' is not null`,
  review: 'review.job_id is not null',
  metadata: `j.metadata::text <> '{}'`,
  batch: 'j.batch_id is not null',
  retry: 'coalesce(r.attempt, q.attempt) > 1',
  key: 'j.key_id is not null',
};

function reviewSql(word: string): string {
  if (word === 'untrusted') return 'r.needs_review';
  if (word === 'unreviewed') return 'review.job_id is null';
  if (word === 'pending') return IS_PENDING;
  if (word === 'disputed') return `review.status = 'disputed'`;
  return word === 'approved' ? `review.status = 'approved'` : `review.status = 'rejected'`;
}

/** A verdict that no review counts for: nobody has reviewed it, or two reviewers disagree. */
export const IS_PENDING = `((review.job_id is null or review.status = 'disputed') and r.ui_fields->>'verdict' is not null)`;

const sinceSql = ({ values, now }: ReadTerm, bind: Bind): string =>
  `j.id >= ${bind(firstIdAt(now - readSpanMs(values[0]!.text)!))}::uuid`;

const inputsHave = (term: ReadTerm, bind: Bind): string =>
  `exists (select from json_array_elements(j.inputs) e where ${hasPart(`e->>'value'`, term.values, bind)})`;

function searchAll(term: ReadTerm, bind: Bind): string {
  const has = (expression: string): string => hasPart(expression, term.values, bind);
  return `(${has('j.id::text')} or ${has('v.version_name')} or ${has('j.metadata::text')} or ${inputsHave(term, bind)})`;
}

function pathSql(term: ReadTerm, root: 'metadata' | 'input' | 'output', bind: Bind): string {
  if (term.path.length > 0) return valueAt(root, term.path, bind, (expression) => matchText(expression, term, bind));
  if (root === 'metadata') return hasPart('j.metadata::text', term.values, bind);
  if (root === 'input') return inputsHave(term, bind);
  return `exists (select from json_array_elements(r.outputs) e where ${hasPart(`e->>'value'`, term.values, bind)})`;
}
