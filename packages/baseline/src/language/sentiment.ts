import { loadWink } from './libraries.ts';

// The mood of a text, by a word list for the general tone and by phrases that customers use for their feelings.

let wink: ReturnType<typeof loadWink> | undefined;

const charsMax = 50_000;
const clearMin = 0.3;

const glad =
  /\b(?:love|loved|great|wonderful|excellent|fantastic|amazing|awesome|perfect|delighted|pleased|happy|glad|thrilled|brilliant|friendly|helpful|likes? the|enjoy\w*|impress\w+|recommend|grateful|superb)\b/gi;
const upset =
  /\b(?:unhappy|not happy|disappoint\w*|angry|furious|unacceptable|terrible|awful|horrible|disgrace\w*|frustrat\w*|annoy\w*|ridiculous|worst|never arriv\w*|still (?:not|no|waiting|broken|there)|again and again|third time|broken|crash\w*|defect\w*|cannot|can't|can not|unable|locked out|lost|missing|wrong|refuse\w*|demand|complain\w*|immediately|money back|refund|useless|fail\w*|stuck|never comes|nobody|damaged|ruined|urgent|where is my|stops? with|unexpected error|dispute|disabled)\b/gi;
const negatedGlad =
  /\b(?:not|never|no longer|isn't|wasn't|hardly)\s+(?:\w+\s+)?(?:love|great|happy|pleased|glad|helpful|perfect|good)\b/gi;

/** Returns the mood from -1 to 1. */
export function moodOf(text: string): number {
  const part = text.slice(0, charsMax);
  wink ??= loadWink();
  const tone = wink.readDoc(part).out(wink.its.sentiment) as unknown as number;
  const negated = part.match(negatedGlad)?.length ?? 0;
  const good = (part.match(glad)?.length ?? 0) - negated;
  const bad = (part.match(upset)?.length ?? 0) + negated;
  const said = (good - bad) / Math.max(2, good + bad);
  return Math.round(Math.max(-1, Math.min(1, 0.35 * tone + 0.8 * said)) * 1e3) / 1e3;
}

/** Tells whether the options are moods, and which one the text shows. None if it shows too little feeling. */
export function pickMood(options: string[], text: string): { isMood: boolean; option?: string | undefined } {
  const of = (pattern: RegExp): string | undefined => options.find((option) => pattern.test(option.toLowerCase()));
  const [good, bad] = [
    of(/^(?:very )?(?:positive|good|happy|pos|satisfied|favou?rable|bullish)/),
    of(/^(?:very )?(?:negative|bad|unhappy|neg|angry|dissatisfied|unfavou?rable|bearish|frustrated)/),
  ];
  if (good === undefined || bad === undefined) return { isMood: false };
  const part = text.slice(0, charsMax);
  const mood = moodOf(part);
  if (Math.abs(mood) >= clearMin) return { isMood: true, option: mood > 0 ? good : bad };
  // A text without any emotional word may still be written by somebody who is furious.
  const isMixed = (part.match(glad)?.length ?? 0) > 0 && (part.match(upset)?.length ?? 0) > 0;
  return { isMood: true, option: isMixed ? of(/neutral|mixed|none|balanced/) : undefined };
}
