import type { PageText } from '../evidence/page-text.ts';

export type Merchant = { url: string; address: string; name: string };
export type Site = { page: PageText } | { page: undefined; problem: string };

/** A score of 0 means that nothing speaks against the merchant, 100 that everything does. */
export type Metric = { name: string; score: number; reasoning: string; recommendation: string };

const PAGES: [string, RegExp][] = [
  ['contact', /contact|e-?mail|phone|call us|kontakt/i],
  ['terms', /terms|conditions|\bagb\b/i],
  ['privacy', /privacy|data protection|datenschutz/i],
  ['returns', /return|refund|money[\s-]back|widerruf/i],
  ['company', /imprint|impressum|about us|company|\bltd\b|\binc\b|\bllc\b|gmbh/i],
];

const RISKY: [string, RegExp][] = [
  ['gambling', /casino|betting|poker|slots/i],
  ['adult content', /adult (content|toys)|escort|\bxxx\b/i],
  ['weapons', /weapon|ammunition|firearm|\bguns?\b/i],
  ['drugs', /cannabis|\bcbd\b|steroids|prescription|nootropic/i],
  ['crypto', /crypto|bitcoin|token sale|\bnft\b/i],
  ['get rich quick', /guaranteed (profit|return)|get rich|passive income|work from home/i],
  ['counterfeits', /replica|aaa quality|designer inspired/i],
];

/** Measures facts that need no judgement: whether the site responds and is encrypted, who runs it, what it sells. */
export function measureSite(site: Site | undefined, merchant: Merchant): Metric[] {
  if (site === undefined) {
    return [metric('website', 50, 'No URL of a site was given.', 'Ask the merchant for the URL of its site.')];
  }
  if (site.page === undefined)
    return [
      metric('website', 100, `The site cannot be read. ${site.problem}`, 'Find out why the site cannot be read.'),
    ];
  const { text, url } = site.page;
  const missing = PAGES.filter(([, pattern]) => !pattern.test(text)).map(([name]) => name);
  const risky = RISKY.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  const isEncrypted = url.startsWith('https:');
  const isNamed = merchant.name !== '' && text.toLowerCase().includes(merchant.name.trim().toLowerCase());
  return [
    metric('website', 0, 'The site responds.', ''),
    metric(
      'encryption',
      isEncrypted ? 0 : 80,
      isEncrypted ? 'The site is served over https.' : 'The site is served without encryption.',
      'The site must be served over https.',
    ),
    metric(
      'transparency',
      Math.round((missing.length / PAGES.length) * 100),
      missing.length === 0
        ? 'The page says who runs the site and on which terms.'
        : `The page does not mention: ${missing.join(', ')}.`,
      `Ask for: ${missing.join(', ')}.`,
    ),
    metric(
      'offer',
      Math.min(100, risky.length * 40),
      risky.length === 0
        ? 'No words on the page point to a risky line of business.'
        : `Words on the page point to: ${risky.join(', ')}.`,
      `Check whether the merchant sells: ${risky.join(', ')}.`,
    ),
    ...(merchant.name === ''
      ? []
      : [
          metric(
            'identity',
            isNamed ? 0 : 60,
            isNamed ? 'The page names the merchant.' : 'The page does not name the merchant.',
            'Check that the site belongs to the merchant.',
          ),
        ]),
  ];
}

const metric = (name: string, score: number, reasoning: string, recommendation: string): Metric => ({
  name,
  score,
  reasoning,
  recommendation,
});
