import { regionNames } from '../values/countries.ts';

// The countries that a text names, by their codes.

/** Some names have an older code, too: Russia that of the Soviet Union. */
const currentCode = (code: string): string => Intl.getCanonicalLocales(`und-${code}`)[0]!.slice('und-'.length);

const codes = new Map<string, string>([
  ...regionNames.map(([name, code]): [string, string] => [name, currentCode(code)]),
  ['USA', 'US'],
  ['UK', 'GB'],
  ['Britain', 'GB'],
  ['Turkey', 'TR'],
  ['Burma', 'MM'],
  ['Myanmar', 'MM'],
  ['DPRK', 'KP'],
  ['Ivory Coast', 'CI'],
  ['Iran, Islamic Republic of', 'IR'],
  ["Korea, Democratic People's Republic of", 'KP'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Russian Federation', 'RU'],
  ['Syrian Arab Republic', 'SY'],
  ['Venezuela, Bolivarian Republic of', 'VE'],
]);
const known = new Set(codes.values());

/** Codes of three letters, each before that of two. */
const LONG =
  'AFGAF ALAAX ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB BLRBY BELBE BLZBZ BENBJ BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW';
/** What a member may have as its whole value, in whatever case. */
const values = new Map([
  ...LONG.split(' ').map((both): [string, string] => [both.slice(0, 3), both.slice(3)]),
  ...[...codes].map(([name, code]): [string, string] => [name.toUpperCase(), code]),
  ...[...known].map((code): [string, string] => [code, code]),
]);

const pattern = new RegExp(
  `(?<![\\p{L}])(?:${[...codes.keys()]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')})(?![\\p{L}])`,
  'gu',
);

/** `about` is the name of the member or the label: a code, or a name in another case, names a country only there. */
export function countriesIn(text: string, about = ''): string[] {
  const named = [...text.matchAll(pattern)].map(([name]) => codes.get(name)!);
  const whole = namesCountry(about) ? countryOf(text) : undefined;
  return whole === undefined ? named : [...named, whole];
}

/** Whether values under this name are countries. */
export const namesCountry = (about: string): boolean => /countr|nation|residence|jurisdiction|destination/i.test(about);

/** The code of the country that the whole text is the code or the name of. */
export const countryOf = (text: string): string | undefined => values.get(text.trim().toUpperCase());
