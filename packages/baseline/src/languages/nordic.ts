import type { Language } from './language.ts';

/** Sources: DS, SS, NS and SFS-EN 16931-1 (business terms), the tax offices' pages on invoices, ISO 20275. */
export const danish: Language = {
  code: 'da',
  iso3: ['dan'],
  telling:
    'og i at er det en til på med for af den ikke som du vi vores deres fra faktura dato beløb moms kunde pris antal nummer betaling forfaldsdato ialt bedes venligst',
  labels: {
    'invoice number': 'fakturanummer, faktura nr, fakturanr, faktura nummer, regningsnummer, kreditnota nr, bonnummer',
    'invoice date': 'fakturadato, faktura dato, udstedelsesdato, udstedt den',
    'due date':
      'forfaldsdato, forfalden, betalingsfrist, forfald, sidste rettidige betalingsdato, betales senest, betalingsdato',
    'delivery date': 'leveringsdato, leveret den',
    vendor: 'sælger, leverandør, afsender, udsteder',
    customer: 'kunde, køber, modtager, faktureres til, leveres til, leveringsadresse, faktureringsadresse',
    subtotal: 'subtotal, i alt ekskl moms, beløb ekskl moms, nettobeløb, total ekskl moms, netto, momspligtigt beløb',
    'tax amount': 'moms, momsbeløb, heraf moms, moms i alt',
    total:
      'i alt, ialt, total inkl moms, i alt inkl moms, samlet beløb, fakturabeløb, beløb i alt, total dkk, i alt dkk, fakturatotal, beløb inkl moms',
    'amount due': 'at betale, til betaling, beløb til betaling, skyldigt beløb, at betale i alt',
    'cash paid': 'kontant, dankort, kort',
    change: 'retur, byttepenge',
    'customer number': 'kundenummer, kunde nr, kundenr',
    'order number': 'ordrenummer, ordre nr, deres ordre',
    'tax number': 'cvr nr, cvr, cvr nummer, se nr, momsnummer',
    currency: 'valuta',
    discount: 'rabat',
    quantity: 'antal',
    'unit price': 'enhedspris, stykpris, pris',
  },
  papers: 'faktura, kreditnota, regning, kvittering, bon',
  dated: 'af, dato, den, dateret',
  legalForms: 'a s, as, aps, ivs, i s, k s, p s, amba, is, ks',
};

export const swedish: Language = {
  code: 'sv',
  iso3: ['swe'],
  telling:
    'och i att är det en till på med för av den inte som du vi vår från eller faktura datum belopp moms kund pris antal nummer betalning förfallodatum summa att betala er',
  labels: {
    'invoice number': 'fakturanummer, faktura nr, fakturanr, faktura nummer, kreditfaktura nr, kvittonummer, kvitto nr',
    'invoice date': 'fakturadatum, faktura datum, utställd, utfärdad, utfärdandedatum',
    'due date': 'förfallodatum, förfallodag, sista betalningsdag, betalas senast, oss tillhanda, oss tillhanda senast',
    'delivery date': 'leveransdatum, levererad',
    vendor: 'säljare, leverantör, avsändare, utställare',
    customer:
      'kund, köpare, mottagare, faktureras till, levereras till, fakturaadress, leveransadress, beställare, fakturamottagare',
    subtotal: 'delsumma, netto, summa exkl moms, belopp exkl moms, totalt exkl moms, nettobelopp, exkl moms',
    'tax amount': 'moms, momsbelopp, varav moms, moms totalt, total moms',
    total:
      'totalt, summa, summa inkl moms, totalbelopp, totalt inkl moms, belopp inkl moms, fakturabelopp, summa sek, total sek, slutsumma, totalsumma, fakturans totalbelopp',
    'amount due': 'att betala, belopp att betala, summa att betala, att betala sek, kvar att betala',
    'cash paid': 'kontant, kort, kontokort',
    change: 'tillbaka, växel',
    'customer number': 'kundnummer, kund nr, kundnr',
    'order number': 'ordernummer, order nr, er order, beställningsnummer',
    'tax number': 'org nr, organisationsnummer, momsreg nr, vat nr, momsregistreringsnummer',
    currency: 'valuta',
    discount: 'rabatt',
    quantity: 'antal',
    'unit price': 'à pris, a pris, styckpris, enhetspris, pris',
  },
  papers: 'faktura, kreditfaktura, kvitto, kreditnota, räkning',
  dated: 'av, datum, den, daterad',
  legalForms: 'ab, hb, kb, ekonomisk förening, aktiebolag, ek för',
};

export const norwegian: Language = {
  code: 'nb',
  iso3: ['nor', 'nob', 'nno'],
  telling:
    'og i at er det en til på med for av den ikke som du vi vår fra eller faktura dato beløp mva kunde pris antall nummer betaling forfallsdato sum å betale deres',
  labels: {
    'invoice number': 'fakturanummer, faktura nr, fakturanr, faktura nummer, kreditnota nr, kvittering nr',
    'invoice date': 'fakturadato, faktura dato, utstedt, utstedelsesdato',
    'due date': 'forfallsdato, forfall, betalingsfrist, betales innen, betalingsforfall',
    'delivery date': 'leveringsdato, leveransedato, levert',
    vendor: 'selger, leverandør, avsender, utsteder',
    customer: 'kunde, kjøper, mottaker, faktureres til, leveres til, fakturaadresse, leveringsadresse, bestiller',
    subtotal: 'delsum, netto, sum eks mva, beløp eks mva, totalt eks mva, nettobeløp, sum ekskl mva, eks mva',
    'tax amount': 'mva, mva beløp, herav mva, sum mva, merverdiavgift',
    total:
      'totalt, sum, sum inkl mva, totalbeløp, totalt inkl mva, beløp inkl mva, fakturabeløp, total nok, sum nok, totalsum, fakturatotal',
    'amount due': 'å betale, beløp å betale, sum å betale, til betaling, å betale nok',
    'cash paid': 'kontant, bankkort, kort',
    change: 'tilbake, veksel',
    'customer number': 'kundenummer, kunde nr, kundenr',
    'order number': 'ordrenummer, ordre nr, bestillingsnummer',
    'tax number': 'org nr, organisasjonsnummer, foretaksregisteret, orgnr',
    currency: 'valuta',
    discount: 'rabatt',
    quantity: 'antall',
    'unit price': 'enhetspris, stykkpris, pris',
  },
  papers: 'faktura, kreditnota, kvittering, regning',
  dated: 'av, dato, den, datert',
  legalForms: 'as, asa, ans, da, enk, nuf, sa',
};

export const finnish: Language = {
  code: 'fi',
  iso3: ['fin'],
  telling:
    'ja on ei se että tai kun niin oli mutta jos kuin sekä lasku päivämäärä päiväys summa yhteensä alv asiakas hinta määrä numero maksu eräpäivä viitenumero toimitus veroton verollinen kpl',
  labels: {
    'invoice number':
      'laskun numero, laskunumero, lasku nro, laskun nro, laskunro, hyvityslaskun numero, kuitti nro, kuittinumero',
    'invoice date':
      'laskun päivämäärä, laskun päiväys, laskupäivä, päiväys, päivämäärä, laskun pvm, laskutuspäivä, pvm',
    'due date': 'eräpäivä, maksettava viimeistään, laskun eräpäivä, eräpvm',
    'delivery date': 'toimituspäivä, toimituspvm, toimitettu',
    vendor: 'myyjä, toimittaja, laskuttaja, lähettäjä',
    customer: 'asiakas, ostaja, vastaanottaja, laskutusosoite, toimitusosoite, tilaaja, laskun saaja',
    subtotal:
      'veroton, veroton yhteensä, yhteensä ilman alv, välisumma, summa alv 0, netto, veroton summa, alv 0 yhteensä, veroton hinta yhteensä',
    'tax amount': 'alv, arvonlisävero, alv yhteensä, veron määrä, vero, arvonlisävero yhteensä',
    total:
      'yhteensä, loppusumma, kokonaissumma, laskun summa, summa, verollinen yhteensä, yhteensä eur, laskun loppusumma, verollinen summa, summa yhteensä, yhteensä sis alv',
    'amount due': 'maksettava, maksettavaa, maksettava yhteensä, maksettavaa yhteensä, avoin summa, maksettava summa',
    'cash paid': 'käteinen, korttimaksu, pankkikortti',
    change: 'takaisin, vaihtoraha',
    'customer number': 'asiakasnumero, asiakasnro, asiakas nro',
    'order number': 'tilausnumero, tilaus nro, tilauksen numero, tilausnro',
    'tax number': 'y tunnus, alv tunnus, alv numero, ly tunnus',
    currency: 'valuutta',
    discount: 'alennus',
    quantity: 'määrä, kpl',
    'unit price': 'yksikköhinta, à hinta, a hinta, kappalehinta',
  },
  papers: 'lasku, hyvityslasku, kuitti',
  dated: 'pvm, päivätty, päiväys',
  legalForms: 'oy, oyj, ky, ay, tmi, osk, ry, ab',
};
