import { cuesFor } from '../language/cues.ts';
import { answerOf, findBoxes, isUnsettled, leavesOpen, sayingOf } from '../language/denial.ts';
import { contentWords } from '../language/summary.ts';
import { phraseOf, splitWords, stem } from '../language/words.ts';
import { isKnownText } from '../languages/known-text.ts';
import { readMeaning } from '../schema/field.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findJudged } from './judged.ts';
import { bodyOf } from './options.ts';

// Decides booleans: by a label with yes or no, by a ticked box, or else by clauses that state or deny it. Suppositions
// do not count, and if the text says both, nothing is decided.

const empty = new Set(
  'is has have does did was were are be been flag flagged requested request requires required needs needed contains includes included mentioned mentions asks asked customer user person client subject text document the a an of for to back whether true false yes no number if or and given'.split(
    ' ',
  ),
);

export type Decided = { value: boolean /** The words that say so. */; text: string; isLabelled: boolean };

/** A longer text may say it in words that nobody thought of. */
const aboutCharsMax = 4_000;

/** Returns undefined if the text gives no hint or contradicts itself. */
export function decide(field: Field, document: Document): boolean | undefined {
  const found = findDecided(field, document)?.value;
  if (found !== undefined) return found;
  const judged = findOpen(field, document) === undefined ? findJudged(field, document) : undefined;
  if (judged !== undefined) return judged;
  return isAboutText(field) &&
    document.text.length <= aboutCharsMax &&
    mentions(field, document).length === 0 &&
    isKnownText(document.text)
    ? false
    : undefined;
}

/** Whether it asks what the text does: "refund requested", "mentions a lawyer". A text that never speaks of it does not. */
const isAboutText = ({ name, description }: Field): boolean =>
  /\b(?:requested|asked|demanded|mentioned|mentions|asks|requests|demands|wants)\b/i.test(
    `${splitWords(name).join(' ')} ${description}`,
  );

export function findDecided(field: Field, document: Document): Decided | undefined {
  const said = findSayings(field, document);
  const [first] = said;
  return first === undefined || said.some(({ value }) => value !== first.value) ? undefined : first;
}

/** Returns everything the text says about the field, in its clearest form. The parts may contradict each other. */
export function findSayings(field: Field, document: Document): Decided[] {
  const labelled = byLabel(field, document);
  if (labelled.length > 0) return labelled;
  const ticked = byBox(field, document);
  return ticked.length > 0 ? ticked : byClauses(field, document);
}

/** Labels whose scores are closer than this fit equally well. */
const apartMin = 0.04;

function byLabel(field: Field, document: Document): Decided[] {
  const { labels } = readMeaning(field);
  const answers = document.pairs.flatMap(({ label, value: text }) => {
    const value = answerOf(text);
    if (value === undefined) return [];
    const score = Math.max(matchLabel(label, labels).score, namesField(label, field) ? 0.7 : 0);
    return score >= 0.6 ? [{ value, text, isLabelled: true, score }] : [];
  });
  const best = Math.max(...answers.map(({ score }) => score));
  return answers
    .filter(({ score }) => score > best - apartMin)
    .sort((one, other) => other.score - one.score)
    .map(({ value, text, isLabelled }) => ({ value, text, isLabelled }));
}

/** Finds a box whose words name the field. Two that differ decide nothing. */
function byBox(field: Field, document: Document): Decided[] {
  const { labels } = readMeaning(field);
  return findBoxes(document.text)
    .filter(
      ({ label }) =>
        answerOf(label) === undefined && (namesField(label, field) || matchLabel(label, labels).score >= 0.8),
    )
    .map(({ label, ticked }) => ({ value: ticked !== (sayingOf(label) === 'denied'), text: label, isLabelled: true }));
}

const ownWords = (field: Field): string[] =>
  [...new Set(splitWords(`${field.name} ${field.title}`))].filter((word) => !empty.has(word));

/** Whether the label has all the words of the field's name. */
function namesField(label: string, field: Field): boolean {
  const wanted = [...new Set(splitWords(field.name))].filter((word) => !empty.has(word)).map(stem);
  const words = new Set(splitWords(label).map(stem));
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/** Returns the words that leave it open, such as "PEP: not checked", if the text says neither yes nor no. */
export function findOpen(field: Field, document: Document): string | undefined {
  if (findSayings(field, document).length > 0) return undefined;
  const { labels } = readMeaning(field);
  const pair = document.pairs.find(
    ({ label, value }) =>
      isOpenAnswer(field, value) && (namesField(label, field) || matchLabel(label, labels).score >= 0.8),
  );
  return pair?.value ?? mentions(field, document).find((clause) => isOpenClause(field, clause));
}

/** "Address verified: not verified" is a no: the word that nobody did is what the field asks for. */
function isOpenAnswer(field: Field, value: string): boolean {
  const own = new Set(ownWords(field).map(stem));
  return isUnsettled(value) && !splitWords(value).some((word) => own.has(stem(word)));
}

const isOpenClause = (field: Field, clause: string): boolean =>
  leavesOpen(clause) || isOpenAnswer(field, /^[^:=|]{1,60}[:=|]\s*"?([^\s"].*)$/.exec(clause.trim())?.[1] ?? '');

const byClauses = (field: Field, document: Document): Decided[] =>
  mentions(field, document).flatMap((clause) => {
    if (isOpenClause(field, clause)) return [];
    const saying = sayingOf(clause);
    return saying === 'supposed' ? [] : [{ value: saying === 'said', text: clause.trim(), isLabelled: false }];
  });

/** Whether any clause speaks of it, whatever it says. */
export const isMentioned = (field: Field, document: Document): boolean => mentions(field, document).length > 0;

/** Finds the clauses that speak of it, whether they state, deny or suppose it. */
function mentions(field: Field, document: Document): string[] {
  const own = ownWords(field);
  const wanted = new Set(own.map(stem));
  const phrases = cuesFor(own.join(' ')).map((phrase) => ` ${splitWords(phrase).map(stem).join(' ')} `);
  const told = splitWords(field.description).filter((word) => !empty.has(word));
  const [asked] = isQuestion.test(field.description) ? [told.filter((word) => !pronouns.has(word))] : [];
  const doing = own.length === 1 ? /^(\p{L}{3,})er$/u.exec(own[0]!)?.[1] : undefined;
  return splitBody(document).filter((clause) => {
    const words = splitWords(clause).map(stem);
    const text = ` ${words.join(' ')} `;
    const isNamed = wanted.size > 0 && [...wanted].every((word) => words.includes(word));
    // "smoker" asks whether somebody smokes.
    const isDone = doing !== undefined && words.some((word) => word === stem(doing) || word === stem(`${doing}e`));
    const isAsked = asked !== undefined && asked.length > 0 && asked.every((word) => words.includes(stem(word)));
    return isNamed || isDone || isAsked || phrases.some((phrase) => text.includes(phrase)) || saysTheSame(told, clause);
  });
}

/** "whether anybody was hurt": all that is asked is in the clause. */
const isQuestion = /^whether\b/i;
const pronouns = new Set(
  'anybody anyone anything somebody someone something nobody everyone everybody they he she it there any still already'.split(
    ' ',
  ),
);

/** Whether a clause has most of the words of a longer description. */
function saysTheSame(told: string[], clause: string): boolean {
  const wanted = contentWords(told.join(' '));
  if (wanted.length < 3) return false;
  const words = new Set(contentWords(clause));
  return wanted.filter((word) => words.has(word)).length >= Math.max(3, wanted.length * 0.8);
}

/** Splits the text into clauses, because a denial in one half of a sentence does not concern the other. */
function splitBody(document: Document): string[] {
  const body = phraseOf(bodyOf(document));
  return document.sentences
    .filter((sentence) => body.includes(phraseOf(sentence).slice(0, 20)))
    .flatMap((sentence) =>
      sentence.split(
        /;|, (?=not |nicht |sondern |pas |no )| but | although | though | however | whereas | aber | mais | pero /i,
      ),
    );
}
