// Words of names that say little about whose name it is.

const list = (text: string): Set<string> => new Set(text.split(/\s+/));

export const TITLES = list(
  'mr mrs ms miss dr prof professor sir lord lady sheikh shaikh sheik shaykh haji hajji hadji mullah maulavi maulawi mawlawi qari hafiz imam ayatollah sayyid general gen colonel col captain capt major president minister prince princess king queen jr sr',
);

export const PARTICLES = list(
  'al el ul ud uz as ash ad bin ibn ben bint abu umm de del della di da do dos das du la le van von der den ter zu y e i the of',
);

/** Legal forms by their class. Forms of several countries that are the same kind of company share one. */
const FORMS: Record<string, string> = {
  limited:
    'limited, ltd, llc, l l c, limited liability company, gmbh, gesellschaft mit beschrankter haftung, ooo, obshchestvo s ogranichennoi otvetstvennostyu, obshchestvo s ogranichennoy otvetstvennostyu, tov, sarl, srl, s r l, sl, s l, sociedad limitada, spzoo, sp z o o, sp z oo, sp zoo, spolka z ograniczona odpowiedzialnoscia, societatea cu raspundere limitata, bv, b v, pte, pte ltd, pty, pty ltd, pvt ltd, private limited, co ltd, company limited, sdn bhd, bhd, kft, doo, d o o, eood, lda, ltda, oy, ab, as, aps, sro, s r o, fze, fzco, limited company, plt',
  'joint stock':
    'ag, aktiengesellschaft, aktiengeselschaft, jsc, joint stock company, open joint stock company, public joint stock company, closed joint stock company, ojsc, pjsc, cjsc, oao, pao, zao, ao, aktsionernoe obshchestvo, aktsionernoye obshchestvo, otkrytoe aktsionernoe obshchestvo, publichnoe aktsionernoe obshchestvo, sa, s a, societe anonyme, sociedad anonima, spa, s p a, nv, n v, plc, p l c, public limited company, asa, se, kk, kabushiki kaisha, pt, tbk, as anonim sirketi, joint stock',
  corporation: 'inc, incorporated, corp, corporation, co, company, cie, compagnie, and co, bros, stock company',
  nonprofit: 'ano, nko, ngo, e v, ev, foundation, stiftung, fond',
  partnership: 'lp, l p, llp, l l p, lllp, kg, kommanditgesellschaft, ohg, gmbh and co kg, ip, partnership',
};

/** Numbers of funds and ships, and countries, tell companies of one family apart. */
const COUNTRIES =
  'afghanistan albania algeria angola argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium bolivia brazil bulgaria cambodia cameroon canada chad chile china colombia croatia cuba cyprus denmark ecuador egypt estonia ethiopia finland france georgia germany ghana greece guatemala haiti honduras hungary india indonesia iran iraq ireland israel italy japan jordan kazakhstan kenya korea kuwait laos latvia lebanon libya lithuania luxembourg malaysia mali malta mexico moldova mongolia morocco myanmar nepal netherlands nicaragua niger nigeria norway oman pakistan panama peru philippines poland portugal qatar romania russia rwanda senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland schweiz syria taiwan tanzania thailand tunisia turkey uganda ukraine usa uruguay uzbekistan venezuela vietnam yemen zambia zimbabwe';
const countries = list(COUNTRIES);
export const tellsApart = (word: string): boolean =>
  countries.has(word) || /^(?:\d+|i{1,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xv)$/.test(word);

const formOf = new Map<string, string>();
for (const [name, phrases] of Object.entries(FORMS)) for (const phrase of phrases.split(', ')) formOf.set(phrase, name);
const formWordsMax = 5;

/** Finds the legal form that begins at a word, the longest first. */
export function legalFormOf(tokens: string[], at: number): { name: string; words: number } | undefined {
  for (let words = Math.min(formWordsMax, tokens.length - at); words > 0; words -= 1) {
    const name = formOf.get(tokens.slice(at, at + words).join(' '));
    if (name !== undefined) return { name, words };
  }
  return undefined;
}

const NICKNAMES =
  'ben benjamin|bill will william|bob rob robert|dick rick richard|jim jimmy james|joe joseph|jack john|tom thomas|mike michael|dave david|steve steven stephen|tony anthony|ed eddie edward|liz beth elizabeth|kate katherine catherine|sasha aleksandr alexander|volodya vladimir|misha mikhail|dima dmitri dmitry|kolya nikolai nikolay|vanya ivan|chris christopher|alex alexander|dan daniel|sam samuel|nick nicholas|pepe jose|paco francisco|hans johannes|fritz friedrich|abe abraham|andy andrew|greg gregory|jeff jeffrey|ken kenneth|larry lawrence|matt matthew|pat patrick|pete peter|phil philip|ron ronald|tim timothy|vic victor|lenin vladimir';
const nicknames = new Map<string, Set<number>>();
for (const [index, group] of NICKNAMES.split('|').entries())
  for (const name of group.split(' ')) nicknames.set(name, (nicknames.get(name) ?? new Set()).add(index));

export const areNicknames = (one: string, other: string): boolean =>
  [...(nicknames.get(one) ?? [])].some((group) => nicknames.get(other)?.has(group) ?? false);
