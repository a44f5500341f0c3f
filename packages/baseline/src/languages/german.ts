import type { Language } from './language.ts';

/** Sources: DIN EN 16931-1 (business terms), § 14 UStG (wording of invoices), ISO 20275 for DE, AT and CH. */
export const german: Language = {
  code: 'de',
  iso3: ['deu'],
  telling:
    'der die das und ist nicht mit von zu den für auf im des dem ein eine sie wir ihre ihr bei vom zum zur bitte rechnung datum betrag summe mwst ust gesamt menge preis seite kunde straße tel nr steuer',
  labels: {
    'invoice number':
      'rechnungsnummer, rechnung nr, rechnungs nr, rechnungsnr, re nr, belegnummer, beleg nr, belegnr, gutschriftnummer, gutschrift nr, rechnung nummer, dokumentnummer, faktura nr, fakturanummer, bon nr, rechnungs id',
    'invoice date':
      'rechnungsdatum, belegdatum, ausstellungsdatum, datum der rechnung, ausgestellt am, rechnung vom, gutschriftdatum, fakturadatum, dokumentdatum',
    'due date':
      'fälligkeit, fälligkeitsdatum, fällig am, fällig, zahlbar bis, zahlungsziel, bitte überweisen sie bis zum, überweisen sie bis, zahlbar bis zum',
    'delivery date':
      'lieferdatum, leistungsdatum, liefertermin, leistungszeitraum, lieferzeitraum, liefer leistungsdatum, leistungs lieferdatum, tag der lieferung, abrechnungszeitraum',
    'order date': 'bestelldatum, auftragsdatum, bestellt am',
    vendor:
      'verkäufer, lieferant, rechnungsersteller, rechnungssteller, aussteller, anbieter, leistungserbringer, rechnungsaussteller, absender, verkäufer name',
    customer:
      'käufer, kunde, leistungsempfänger, rechnungsempfänger, käufer leistungsempfänger, rechnung an, rechnungsadresse, lieferadresse, lieferanschrift, warenempfänger, abweichender warenempfänger, auftraggeber, besteller, lieferung an, rechnungsanschrift, empfänger',
    beneficiary: 'zahlungsempfänger, abweichender zahlungsempfänger',
    'account holder': 'kontoinhaber, kontoname, verkäufer kontoname',
    contact: 'ansprechpartner, sachbearbeiter, bearbeiter, kontakt',
    subtotal:
      'nettobetrag, zwischensumme, summe netto, netto summe, nettosumme, gesamt netto, netto gesamt, rechnungssumme ohne ust, positionssumme, warenwert, gesamtbetrag netto, gesamtnetto, netto, summe ohne ust, entgelt, steuerpflichtiger betrag, nettowert, warenwert netto, gesamtsumme netto',
    'tax amount':
      'steuerbetrag, umsatzsteuer, mehrwertsteuer, mwst, ust, ust gesamt, mwst betrag, ust betrag, summe mwst, gesamtsteuerbetrag, zuzüglich umsatzsteuer, zzgl mwst, zzgl ust, steuer, umsatzsteuerbetrag',
    total:
      'gesamtbetrag, rechnungssumme brutto, rechnungsbetrag brutto, gesamtsumme, bruttosumme, bruttobetrag, rechnungsbetrag, rechnungssumme, endbetrag, endsumme, gesamt brutto, brutto gesamt, summe brutto, rechnungsendbetrag, gesamtbetrag brutto, summe eur, gesamt eur, gesamtpreis, gesamt, gesamtsumme brutto, rechnungsgesamtbetrag, total eur, rechnungssumme mit ust, gesamtrechnungsbetrag, belegsumme, summe',
    'amount due':
      'zahlbetrag, zu zahlen, zahlbarer betrag, fälliger betrag, restbetrag, zu zahlender betrag, offener betrag, überweisungsbetrag, auszahlungsbetrag, noch zu zahlen, beitrag gesamt, zahlungsbetrag',
    prepaid: 'erhaltene anzahlungen, anzahlung, bereits gezahlt, vorauszahlung, abschlagszahlung',
    'charges total': 'gesamtbetrag der zuschläge, summe der zuschläge, zuschläge',
    'allowances total': 'gesamtbetrag der abschläge, summe der abschläge, abschläge, skonto, rabatt, nachlass',
    'cash paid': 'bar, gegeben, gegeben bar, ec karte, kartenzahlung, girocard',
    change: 'rückgeld, wechselgeld, zurück',
    'customer number': 'kundennummer, kunden nr, kundennr, kd nr, debitorennummer, kunden nummer',
    'order number':
      'bestellnummer, bestell nr, auftragsnummer, auftrags nr, bestellung nr, auftrag nr, ihre bestellung',
    'delivery note number': 'lieferscheinnummer, lieferschein nr, lieferscheinnr',
    'tax number':
      'ust id nr, ust id, umsatzsteuer identifikationsnummer, steuernummer, ustid, ust idnr, steuer nr, uid nummer',
    currency: 'währung, rechnungswährung, währungscode',
    quantity: 'menge, anzahl, stück, stk',
    'unit price': 'einzelpreis, preis, e preis, stückpreis, nettopreis, bruttopreis',
    'line total': 'gesamtpreis, betrag, positionsbetrag, g preis',
  },
  papers:
    'rechnung, handelsrechnung, gutschrift, beleg, faktura, rechnungskorrektur, stornorechnung, abschlagsrechnung, schlussrechnung, proformarechnung, teilrechnung, honorarrechnung, kassenbon, quittung, sammelrechnung, beitragsrechnung',
  dated: 'vom, von, v, datum, am',
  legalForms:
    'gmbh, mbh, ag, kg, kgaa, ohg, gbr, ug, ek, e k, ev, e v, eg, se, partg, partgmbb, ges, gesmbh, vvag, a g',
};
