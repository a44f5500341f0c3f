// Recognizes kinds of documents by the words of their titles.

/** Kind → words of titles in several languages. The first match counts, so narrower ones come first. */
const TITLES: [string, RegExp][] = [
  ['credit note', /\b(credit note|credit memo|gutschrift|avoir|nota de crédito|nota di credito)\b/i],
  ['purchase order', /\b(purchase order|bestellung|bon de commande|orden de compra|ordine d'acquisto)\b/i],
  ['delivery note', /\b(delivery note|packing (list|slip)|lieferschein|bon de livraison|albarán)\b/i],
  [
    'payslip',
    /\b(pay ?slip|salary statement|wage slip|gehaltsabrechnung|lohnabrechnung|bulletin de (paie|salaire)|nómina|busta paga)\b/i,
  ],
  [
    'bank statement',
    /\b(bank statement|account statement|statement of account|kontoauszug|relevé (de compte|bancaire)|extracto (bancario|de cuenta)|estratto conto)\b/i,
  ],
  ['tax document', /\b(tax (return|assessment|certificate)|steuerbescheid|avis d'imposition|form w-?[289])\b/i],
  ['receipt', /\b(receipt|quittung|kassenbon|reçu|recibo|ricevuta|scontrino)\b/i],
  ['invoice', /\b(invoice|tax invoice|rechnung|facture|factura|fattura|faktura|fatura)\b/i],
  ['passport', /\b(passport|reisepass|passeport|pasaporte|passaporto)\b/i],
  ['identity card', /\b(identity card|id card|personalausweis|carte d'identité|driving licen[cs]e|führerschein)\b/i],
  ['certificate', /\b(certificate|bescheinigung|zertifikat|urkunde|certificat|certificado|certificato)\b/i],
  ['contract', /\b(contract|agreement|vertrag|contrat|contrato|contratto|overeenkomst)\b/i],
  ['application form', /\b(application( form)?|antrag|demande|solicitud|questionnaire|fragebogen)\b/i],
  ['report', /\b(report|bericht|rapport|informe|relazione)\b/i],
  ['letter', /\b(dear (sir|madam|mr|mrs|ms)|sehr geehrte|madame, monsieur|estimad[oa]s?|egregi[oa]?)\b/i],
];

/** Returns the kind of document that a line names. A title is short. */
export function classOfTitle(line: string): string | undefined {
  if (line.length > 90) return undefined;
  return TITLES.find(([, words]) => words.test(line))?.[0];
}

const NUMBER = /\b(?:no|nr|num(?:ber|ero|éro)?|n°|id|#)\b\.?\s*[:.]?\s*([A-Z0-9][A-Z0-9\-/.]{2,24})/iu;

/** Returns the number of a document, as in `Invoice No. A-4711`. It has a digit. */
export function documentNumber(line: string): string | undefined {
  const found = NUMBER.exec(line)?.[1]?.replace(/[.,]$/, '');
  return found !== undefined && /\d/.test(found) ? found.toUpperCase() : undefined;
}
