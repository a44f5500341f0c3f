// Words that exclude each other: who paid by card did not pay in cash, and a check that was passed did not fail. A
// passage that names only other members of a group than the rule speaks of something else, or says the opposite.

type Group = { sides: RegExp[]; problem: string };

const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu');

const ANOTHER = 'It names another means of payment.';
const OPPOSITE = 'It says the opposite.';

const groups: Group[] = [
  {
    problem: ANOTHER,
    sides: [
      word(String.raw`cash|bar|bareinzahlung|bargeld|barzahlung|esp[eè]ces|efectivo|contant[ie]|contante`),
      word(
        String.raw`(?:credit |debit )?card(?! ?holder)s?|(?:kredit|giro|debit)?karte|carte(?: bancaire)?|tarjeta|carta di credito`,
      ),
      word(
        String.raw`wires?|wired|(?:bank |wire |sepa )?transfers?|(?:bank)?überweisung(?:en)?|virements?|transferencias?|bonific[oi]|overboeking(?:en)?`,
      ),
      word(String.raw`che(?:ck|que)s? (?:no|payment|number)|cheques?|schecks?|chèques?|assegn[oi]`),
      word(String.raw`crypto(?:currency|currencies)?|bitcoins?|stablecoins?|usdt|ethereum`),
      word(String.raw`direct debits?|lastschrift(?:en)?|prélèvements?`),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(
        String.raw`fail(?:s|ed|ure|ures|ing)?|rejected|refused|declined|fehlgeschlagen|échoué|fallid[oa]|fallit[oa]|mislukt`,
      ),
      word(
        String.raw`pass(?:es|ed)|succeed(?:s|ed)|success(?:ful|fully)?|accepted|approved|bestanden|erfolgreich|réussi[es]?|superad[oa]|superat[oa]|geslaagd`,
      ),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(
        String.raw`differ(?:s|ed|ent|ence|ences)?|mismatch(?:es)?|deviates?|contradicts?|inconsistent|weicht|abweich\w*|diffère\w*|différent\w*|distint[oa]s?|divers[oiae]|verschil\w*`,
      ),
      word(
        String.raw`(?:the )?same|match(?:es|ed)|identical|equal(?:s)?|consistent with|agrees? with|gleich\w*|identisch\w*|übereinstimm\w*|identiques?|même|mism[oa]s?|coinciden?|stess[oa]|uguale`,
      ),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(
        String.raw`forged|fake|falsified|altered|tampered|counterfeit|gefälscht\w*|falsifié\w*|fals[oaie]s?|falsificad[oa]s?|contraffatt[oa]|vervalst`,
      ),
      word(String.raw`genuine|authentic|untampered|unaltered|echt\w*|authentiques?|auténtic[oa]s?|autentic[oa]`),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(
        String.raw`on behalf of|for (?:an? )?(?:third part(?:y|ies)|undisclosed|hidden)\w*|(?:verdeckte|fremde|ungenannte|dritte)\w*|treuhänd\w*|strohm[aä]nn\w*|prête-nom|testaferro|prestanome|nominee`,
      ),
      word(
        String.raw`(?:on|for) (?:his|her|its|their|my|our) own (?:behalf|account|name)|auf eigene rechnung|im eigenen namen|pour (?:son|leur) propre compte|por cuenta propia|per conto proprio|voor eigen rekening`,
      ),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(
        String.raw`lapsed|expired|has ended|ended|terminated|cancelled|dissolved|insolvent|bankrupt|insolvency|bankruptcy|abgelaufen|erloschen|insolven\w*|expirée?s?|résiliée?s?|vencid[oa]s?|caducad[oa]s?|scadut[oa]|failliet|opgeheven`,
      ),
      word(
        String.raw`in force|still valid|(?:is|was|remains|remained) (?:still )?(?:valid|active|solvent)|in kraft|(?:noch )?gültig|en vigueur|vigente|in vigore|actief`,
      ),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(String.raw`another person|some(?:body|one) else|de otr[oa]|ajen[oa]s?|fremde\w*|d['’]autrui|altrui`),
      word(String.raw`(?:his|her|their|its) own|eigene\w*|propi[oa]s?|propres?|propri[oae]?`),
    ],
  },
  {
    problem: OPPOSITE,
    sides: [
      word(
        String.raw`(?:well |far |much )?above|higher|exceed(?:s|ed|ing)?|overpriced|over de|über|überhöht\w*|supérieurs?|por encima`,
      ),
      word(
        String.raw`in line with|corresponds? to|below|lower|at (?:the )?market|entspricht|unter|conforme|por debajo`,
      ),
    ],
  },
];

/** Returns why a passage cannot support a rule, or undefined. */
export function findOpposite(rule: string, stated: string): string | undefined {
  const found = groups.find(({ sides }) => {
    const wanted = sides.filter((side) => side.test(rule));
    return wanted.length > 0 && !wanted.some((side) => side.test(stated)) && sides.some((side) => side.test(stated));
  });
  return found?.problem ?? (isOtherOrder(rule, stated) ? OPPOSITE : undefined);
}

const BEFORE =
  /(?<![\p{L}])(?:before|prior to|vor|avant|antes de|prima d\p{L}*|voor)(?![\p{L}])((?:[\s'’]+[\p{L}]+){1,4})/giu;
const AFTER =
  /(?<![\p{L}])(?:after|since|following|nach|seit|après|depuis|después de|desde|dopo|dal\p{L}*|na|sinds)(?![\p{L}])((?:[\s'’]+[\p{L}]+){1,4})/giu;

/** "After the contract began" is not before it. */
function isOtherOrder(rule: string, stated: string): boolean {
  for (const [wanted, other] of [
    [BEFORE, AFTER],
    [AFTER, BEFORE],
  ] as const) {
    const named = namesAfter(rule, wanted);
    const shared = (names: Set<string>): boolean => [...names].some((name) => named.has(name));
    if (shared(namesAfter(stated, other)) && !shared(namesAfter(stated, wanted))) return true;
  }
  return false;
}

const namesAfter = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([, words]) => words!.toLowerCase().match(/\p{L}{5,}/gu) ?? []));
