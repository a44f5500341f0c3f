// Units of time, weight, length, data and so on. A number with another unit is another number.

export type Dimension = 'time' | 'weight' | 'length' | 'area' | 'data' | 'energy' | 'volume';
export type Unit = { dimension: Dimension /** In the smallest unit of the dimension. */; factor: number };

// A year is twelve months. Days do not divide months evenly, so the two are not converted into each other.
const DAY = 24 * 3_600;
const MONTH = (365.25 / 12) * DAY;

const table: [string, Dimension, number][] = [
  ['seconds? secs? sekunden? secondes? segundos? secondi', 'time', 1],
  ['minutes? mins? minuten? minutos? minuti', 'time', 60],
  ['hours? hrs? stunden? std heures? horas? ore ora uren uur', 'time', 3_600],
  ['days? tagen? tage tag jours? días? dias? giorni giorno dagen dag', 'time', DAY],
  ['weeks? wochen? semaines? semanas? settimane weken', 'time', 7 * DAY],
  ['months? monaten? monate monat mois mes(?:es)? mes[ie] maand(?:en)?', 'time', MONTH],
  ['years? yrs? jahren? jahre? jahr ans? années? años? ann[io] anos? jaar', 'time', 12 * MONTH],
  ['mg milligrams?', 'weight', 1],
  ['g grams? gramm', 'weight', 1e3],
  ['kg kilos? kilograms? kilogramm', 'weight', 1e6],
  ['tonnes? tons? t', 'weight', 1e9],
  ['lbs? pounds?', 'weight', 453_592.37],
  ['oz ounces?', 'weight', 28_349.523125],
  ['mm millimet(?:er|re)s?', 'length', 1],
  ['cm centimet(?:er|re)s?', 'length', 10],
  ['met(?:er|re)s? m', 'length', 1e3],
  ['km kilomet(?:er|re)s?', 'length', 1e6],
  ['inch(?:es)?', 'length', 25.4],
  ['ft feet foot', 'length', 304.8],
  ['miles? mi', 'length', 1_609_344],
  ['m2 m² sqm qm', 'area', 1],
  ['sqft', 'area', 0.09290304],
  ['ha hectares? hektar', 'area', 1e4],
  ['kb', 'data', 1e3],
  ['mb', 'data', 1e6],
  ['gb', 'data', 1e9],
  ['tb', 'data', 1e12],
  ['wh', 'energy', 1],
  ['kwh', 'energy', 1e3],
  ['mwh', 'energy', 1e6],
  ['ml', 'volume', 1],
  ['l lit(?:er|re)s?', 'volume', 1e3],
];

const units = table.map(([words, dimension, factor]) => ({
  after: new RegExp(`^(?:[ \\t]{0,4}|[\\s-])(?:${words.split(' ').join('|')})(?![\\p{L}\\d])`, 'iu'),
  name: new RegExp(`^(?:${words.split(' ').join('|')})$`, 'iu'),
  unit: { dimension, factor },
}));

/** Returns the unit right after a number. */
export const unitAfter = (text: string): Unit | undefined => units.find(({ after }) => after.test(text))?.unit;

/** Returns the unit in a field's name (`term_months`, `weightKg`) or description (`in months`). */
export function unitOfField(name: string, description = ''): Unit | undefined {
  // "price_per_tonne" is money.
  if (/(?:^|[_ -])per[_ -]/i.test(name)) return undefined;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    // "yield_this_year" is not measured in years.
    .replace(/(?:^|[_ -])(?:this|last|next|previous)[_ -](?:year|month|week|quarter)$/i, '')
    .split(/[^\p{L}\d²]+/u)
    .filter(Boolean);
  for (const word of words.toReversed()) {
    // A single letter is rarely a unit.
    if (word.length < 2) continue;
    const found = units.find(({ name: pattern }) => pattern.test(word));
    if (found !== undefined) return found.unit;
  }
  const said = /\bin (\p{L}+)/iu.exec(description)?.[1];
  // "monthly rent in pounds" is money.
  if (/^pounds?$/i.test(said ?? '') && !/weigh|mass|heavy|load/i.test(`${name} ${description}`)) return undefined;
  return said === undefined || said.length < 2
    ? undefined
    : units.find(({ name: pattern }) => pattern.test(said))?.unit;
}

/** Converts a number to another unit. Returns undefined if the units do not measure the same. */
export function convert(value: number, from: Unit, to: Unit): number | undefined {
  if (from.dimension !== to.dimension) return undefined;
  // Six months are some number of days, and nobody can say which.
  if (from.dimension === 'time' && from.factor >= MONTH !== to.factor >= MONTH) return undefined;
  return Number(((value * from.factor) / to.factor).toPrecision(10));
}
