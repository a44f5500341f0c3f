import { leavesOpen, type Saying, sayingOf } from '../language/denial.ts';

// How a clause speaks of what it is about: whether it says it, denies it, leaves it open, or says it of somebody else.

export type Statement = Saying | 'other';

/** Said of another than the one the case is about. */
const OF_OTHER =
  /(?<![\p{L}])(?:(?:another|a different|some other|an unrelated|the other|other) (?:customer|client|person|account|company|seller|merchant|shop|store|listing|product|item|firm|bank|man|woman)s?|namesakes?|same name|no relation|unrelated to|somebody else|someone else|a competitor|competitors?|unlike|(?:his|her|their|its|the (?:customer|client|applicant|seller)['’]s) (?:late |former |ex-?)?(?:brother|sister|father|mother|son|daughter|wife|husband|spouse|cousin|uncle|aunt|neighbou?r|friend|partner|colleague|landlord|tenant)s?|(?:shop|store|house|company|people|man|woman|flat) next door|(?:a|the) (?:neighbou?r|flatmate|colleague|passer-by|stranger|bystander|roommate|receptionist)|in the same (?:town|city|street|building)|victims? of|(?:fight|protest|campaign|warn)\w* against|(?:ein\w*|der|dem|die) (?:andere[rsn]?|nachbar\w*) ?(?:kund\w*|person|firma)?|namensvetter\w*|une? autre (?:cliente?|personne|société)|(?:un|le) voisin|homonymes?|otr[oa] (?:cliente|persona|empresa)|(?:un|el) vecino|un altro cliente|un[’']altra (?:persona|società)|omonim[oi]|(?:een )?andere klant|naamgenoot)(?![\p{L}])/iu;

/** It was so, and is no more. */
const ENDED =
  /(?<![\p{L}])(?:forbid(?:s|den)?|forbade|prohibits?|bans|verbiete[tn]?|untersag(?:t|en)|interdisent|prohíben?|vietano?|(?:removed|deleted|struck|delisted|taken) (?:from|off)|delisted|no longer|acquitted|cleared of|exonerated|zero|0 (?:match|hit|result)(?:es|s)?)(?![\p{L}])/iu;

/** Somebody looked, which does not tell what they found. */
const LOOKED =
  /(?<![\p{L}])(?:(?:checked|screened|compared|searched|tested|matched|run) against|(?:check|screening|search|review|test) (?:(?:was|is|has been|were) )?(?:performed|completed|complete|done|carried out|run|finished|ended))(?![\p{L}])/iu;
const FOUND = /(?<![\p{L}])(?:match(?:es|ed)? (?:was|were|confirmed|found)|hits?|found|listed|confirmed)(?![\p{L}])/iu;

export function statementOf(clause: string): Statement {
  if (OF_OTHER.test(clause)) return 'other';
  if (leavesOpen(clause)) return 'supposed';
  const saying = sayingOf(clause);
  if (saying === 'said' && ENDED.test(clause)) return 'denied';
  if (saying === 'said' && LOOKED.test(clause) && !FOUND.test(clause)) return 'supposed';
  return saying;
}
