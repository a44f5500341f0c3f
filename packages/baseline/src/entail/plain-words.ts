// Writes turns of phrase as the plain word that they mean, in passages and in rules alike, so that the readers of words
// and of denials need to know one form only: who did not pass has failed, and who could not say did not say.

const turns: [RegExp, string][] = [
  [/\b(?:could|would|can) ?not\b(?! (?:be )?(?:rule|exclude))/giu, 'did not'],
  [
    /\b(?:did not|didn['’]t|has not|have not|not|never|failed to|unable to) (?:pass(?:ed)?|succeed(?:ed)?)\b|\bunsuccessful(?:ly)?\b/giu,
    'failed',
  ],
  [/\bnicht bestanden\b/giu, 'fehlgeschlagen'],
  [
    /\b(?:(?:do|does|did|is|are|was|were)(?: not|n['’]t)|not|never|fails? to|failed to) (?:match(?:es|ed|ing)?|agree with|correspond to|the same as|the same|identical)\b/giu,
    'differ',
  ],
  [/\bstimm(?:t|en) nicht (?:mit .{1,40} )?überein\b/giu, 'weicht ab'],
  [/\b(?:is|was|are|were) not (?:genuine|authentic|real|original)\b/giu, 'is false'],
  [/\b(?:is|was|are|were) no longer (?:valid|in force|active)\b/giu, 'has ended'],
];

export const plainWords = (text: string): string =>
  turns.reduce((plain, [pattern, word]) => plain.replace(pattern, word), text);
