// Countries, used to read phone numbers, dates and currencies as the writer means them, and to recognize places.

/** ISO code, calling code, currency, then names, the usual one first. */
const table = `
US 1 USD United States, USA, U.S., America
CA 1 CAD Canada
GB 44 GBP United Kingdom, UK, England, Scotland, Wales, Great Britain
IE 353 EUR Ireland
DE 49 EUR Germany, Deutschland
AT 43 EUR Austria
CH 41 CHF Switzerland
FR 33 EUR France
BE 32 EUR Belgium
NL 31 EUR Netherlands, Holland
LU 352 EUR Luxembourg
ES 34 EUR Spain
PT 351 EUR Portugal
IT 39 EUR Italy
GR 30 EUR Greece
SE 46 SEK Sweden
NO 47 NOK Norway
DK 45 DKK Denmark
FI 358 EUR Finland
IS 354 ISK Iceland
EE 372 EUR Estonia
LV 371 EUR Latvia
LT 370 EUR Lithuania
PL 48 PLN Poland
CZ 420 CZK Czech Republic, Czechia
SK 421 EUR Slovakia
HU 36 HUF Hungary
RO 40 RON Romania
BG 359 BGN Bulgaria
HR 385 EUR Croatia
SI 386 EUR Slovenia
RS 381 RSD Serbia
UA 380 UAH Ukraine
RU 7 RUB Russia
TR 90 TRY Turkey, Türkiye
GE 995 GEL Georgia
IL 972 ILS Israel
AE 971 AED United Arab Emirates, UAE
SA 966 SAR Saudi Arabia
QA 974 QAR Qatar
EG 20 EGP Egypt
MA 212 MAD Morocco
TN 216 TND Tunisia
NG 234 NGN Nigeria
GH 233 GHS Ghana
KE 254 KES Kenya
ZA 27 ZAR South Africa
ET 251 ETB Ethiopia
IN 91 INR India
PK 92 PKR Pakistan
BD 880 BDT Bangladesh
LK 94 LKR Sri Lanka
CN 86 CNY China
HK 852 HKD Hong Kong
TW 886 TWD Taiwan
JP 81 JPY Japan
KR 82 KRW South Korea, Korea
SG 65 SGD Singapore
MY 60 MYR Malaysia
TH 66 THB Thailand
VN 84 VND Vietnam
PH 63 PHP Philippines
ID 62 IDR Indonesia
AU 61 AUD Australia
NZ 64 NZD New Zealand
BR 55 BRL Brazil
MX 52 MXN Mexico
AR 54 ARS Argentina
CL 56 CLP Chile
CO 57 COP Colombia
PE 51 PEN Peru
`;

type Country = { code: string; calling: string; currency: string; names: string[] };

const countries: Country[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', calling = '', currency = '', ...names] = line.split(' ');
    return { code, calling, currency, names: names.join(' ').split(', ') };
  });

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions that are no countries: the European Union, the United Nations, and codes for tests. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
/** The English names of all countries, and the code of each. Some have an older code, too. */
export const regionNames: [name: string, code: string][] = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
  .filter((code) => !NO_COUNTRIES.has(code))
  .flatMap((code): [string, string][] => {
    const name = regions.of(code);
    return name === undefined ? [] : [[name, code]];
  });

const ownNames = countries.flatMap(({ names }) => names);
export const countryNames = new Set([...ownNames, ...regionNames.map(([name]) => name)]);
const namePattern = new RegExp(`(?<![\\p{L}])(${ownNames.join('|').replaceAll('.', '\\.')})(?![\\p{L}])`, 'gu');
const codeByName = new Map(countries.flatMap(({ code, names }) => names.map((name) => [name, code] as const)));

export const usStates = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  ),
);
const stateNames =
  /\b(?:Alabama|Alaska|Arizona|California|Carolina|Colorado|Dakota|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New York|Ohio|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Utah|Vermont|Virginia|Wisconsin|Wyoming)\b/;
const canadianProvinces = 'AB BC MB NB NL NS ON PE QC SK';
const australianStates = 'NSW VIC QLD WA SA TAS ACT NT';

export const isStateName = (text: string): boolean => text.match(stateNames)?.[0] === text;

/** Guesses the country of a text. `currencies` are those of its sums. */
export function guessCountry(text: string, currencies: string[]): string | undefined {
  const votes = new Map<string, number>();
  const vote = (code: string | undefined, weight: number): void => {
    if (code !== undefined) votes.set(code, (votes.get(code) ?? 0) + weight);
  };
  for (const [name] of text.matchAll(namePattern)) vote(codeByName.get(name), 3);
  for (const [, digits = ''] of text.matchAll(/(?<![\d\w])\+(\d{1,3})/g)) vote(byCalling(digits), 3);
  for (const currency of new Set(currencies)) {
    const users = countries.filter((country) => country.currency === currency);
    if (users.length === 1) vote(users[0]!.code, 2);
  }
  for (const [, state = ''] of text.matchAll(/[,\s]([A-Z]{2}),? \d{5}\b/g)) if (usStates.has(state)) vote('US', 4);
  if (stateNames.test(text)) vote('US', 2);
  for (const [, state = ''] of text.matchAll(/, ([A-Z]{2})\b/g)) if (usStates.has(state)) vote('US', 1);
  if (new RegExp(`\\b(?:${canadianProvinces.replaceAll(' ', '|')})\\b,? (?:Canada|[A-Z]\\d[A-Z])`).test(text))
    vote('CA', 4);
  if (new RegExp(`[,\\s](?:${australianStates.replaceAll(' ', '|')}) \\d{4}\\b`).test(text)) vote('AU', 4);
  if (/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/.test(text) && /£|VAT|GBP|\b0\d{3,4}[ -]\d{3}/.test(text)) vote('GB', 4);
  if (/(?<!\d)0(?:7\d{3}|1\d{2,3}|20) ?\d{3} ?\d{3,4}(?!\d)/.test(text)) vote('GB', 1);
  if (/\(\d{3}\) \d{3}-\d{4}|(?<![\d-])1?-?\d{3}[-.]\d{3}[-.]\d{4}(?!\d)/.test(text)) vote('US', 2);
  const [best] = [...votes].sort(([one, of], [other, than]) => than - of || (one < other ? -1 : 1));
  return best?.[0];
}

function byCalling(digits: string): string | undefined {
  for (let length = digits.length; length > 0; length -= 1) {
    const found = countries.find(({ calling }) => calling === digits.slice(0, length));
    if (found !== undefined) return found.code;
  }
  return undefined;
}

export const languageNames = new Set(
  'English German French Spanish Italian Portuguese Dutch Danish Swedish Norwegian Finnish Icelandic Polish Czech Slovak Hungarian Romanian Bulgarian Greek Turkish Russian Ukrainian Serbian Croatian Slovene Estonian Latvian Lithuanian Irish Welsh Catalan Basque Arabic Hebrew Persian Farsi Urdu Hindi Bengali Marathi Tamil Telugu Gujarati Punjabi Kannada Malayalam Nepali Sinhala Chinese Mandarin Cantonese Japanese Korean Vietnamese Thai Malay Indonesian Tagalog Filipino Swahili Amharic Yoruba Igbo Hausa Twi Zulu Xhosa Afrikaans Somali Georgian Armenian Azerbaijani Kazakh Uzbek Albanian Macedonian Bosnian Latin Esperanto'.split(
    ' ',
  ),
);
