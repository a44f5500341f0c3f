// The labels of fields in documents, in five languages.

export const languages = ['en', 'de', 'fr', 'es', 'it'] as const;
export type Language = (typeof languages)[number];

/** By field: English, German, French, Spanish, Italian. */
const table = `
invoice_number|Invoice number|Rechnungsnummer|Numéro de facture|Número de factura|Numero fattura
invoice_date|Invoice date|Rechnungsdatum|Date de facture|Fecha de factura|Data fattura
due_date|Due date|Fällig am|Date d'échéance|Fecha de vencimiento|Data di scadenza
vendor|Vendor|Lieferant|Fournisseur|Proveedor|Fornitore
customer|Customer|Kunde|Client|Cliente|Cliente
subtotal|Subtotal|Zwischensumme|Sous-total|Subtotal|Subtotale
tax_amount|VAT|Umsatzsteuer|TVA|IVA|IVA
total|Total|Gesamtbetrag|Total|Total|Totale
iban|IBAN|IBAN|IBAN|IBAN|IBAN
receipt_number|Receipt number|Belegnummer|Numéro de reçu|Número de recibo|Numero ricevuta
purchase_date|Date of purchase|Kaufdatum|Date d'achat|Fecha de compra|Data di acquisto
store|Store|Geschäft|Magasin|Tienda|Negozio
card_last4|Card ending in|Karte endet auf|Carte se terminant par|Tarjeta terminada en|Carta che termina con
description|Description|Beschreibung|Description|Descripción|Descrizione
quantity|Quantity|Menge|Quantité|Cantidad|Quantità
unit_price|Unit price|Einzelpreis|Prix unitaire|Precio unitario|Prezzo unitario
amount|Amount|Betrag|Montant|Importe|Importo
date|Date|Datum|Date|Fecha|Data
debit|Debit|Soll|Débit|Cargo|Dare
credit|Credit|Haben|Crédit|Abono|Avere
account_holder|Account holder|Kontoinhaber|Titulaire du compte|Titular de la cuenta|Intestatario
opening_balance|Opening balance|Anfangssaldo|Solde initial|Saldo inicial|Saldo iniziale
closing_balance|Closing balance|Endsaldo|Solde final|Saldo final|Saldo finale
employee|Employee|Mitarbeiter|Salarié|Empleado|Dipendente
employer|Employer|Arbeitgeber|Employeur|Empleador|Datore di lavoro
pay_date|Payment date|Zahltag|Date de paiement|Fecha de pago|Data di pagamento
gross_pay|Gross pay|Bruttolohn|Salaire brut|Salario bruto|Retribuzione lorda
net_pay|Net pay|Nettolohn|Salaire net|Salario neto|Retribuzione netta
borrower|Borrower|Darlehensnehmer|Emprunteur|Prestatario|Mutuatario
lender|Lender|Darlehensgeber|Prêteur|Prestamista|Mutuante
principal|Loan amount|Darlehensbetrag|Montant du prêt|Importe del préstamo|Importo del prestito
interest_rate|Interest rate|Zinssatz|Taux d'intérêt|Tipo de interés|Tasso di interesse
term_months|Term|Laufzeit|Durée|Plazo|Durata
signed_on|Signed on|Unterzeichnet am|Signé le|Firmado el|Firmato il
full_name|Full name|Vollständiger Name|Nom complet|Nombre completo|Nome completo
birth_date|Date of birth|Geburtsdatum|Date de naissance|Fecha de nacimiento|Data di nascita
nationality|Nationality|Staatsangehörigkeit|Nationalité|Nacionalidad|Cittadinanza
document_number|Document number|Ausweisnummer|Numéro du document|Número de documento|Numero documento
expiry_date|Expiry date|Gültig bis|Date d'expiration|Fecha de caducidad|Data di scadenza
politically_exposed|Politically exposed person|Politisch exponierte Person|Personne politiquement exposée|Persona políticamente expuesta|Persona politicamente esposta
marketing_consent|Marketing consent|Einwilligung Werbung|Consentement marketing|Consentimiento marketing|Consenso marketing
sanctions_match|Sanctions match|Sanktionstreffer|Correspondance sanctions|Coincidencia sanciones|Corrispondenza sanzioni
order_number|Order number|Bestellnummer|Numéro de commande|Número de pedido|Numero ordine
order_date|Order date|Bestelldatum|Date de commande|Fecha de pedido|Data ordine
delivery_date|Delivery date|Lieferdatum|Date de livraison|Fecha de entrega|Data di consegna
weight_kg|Weight|Gewicht|Poids|Peso|Peso
policy_number|Policy number|Policennummer|Numéro de police|Número de póliza|Numero polizza
claim_number|Claim number|Schadennummer|Numéro de sinistre|Número de siniestro|Numero sinistro
claimant|Claimant|Anspruchsteller|Demandeur|Reclamante|Richiedente
loss_date|Date of loss|Schadentag|Date du sinistre|Fecha del siniestro|Data del sinistro
claimed_amount|Amount claimed|Geforderter Betrag|Montant réclamé|Importe reclamado|Importo richiesto
taxpayer|Taxpayer|Steuerpflichtiger|Contribuable|Contribuyente|Contribuente
tax_year|Tax year|Steuerjahr|Année fiscale|Ejercicio fiscal|Anno fiscale
taxable_income|Taxable income|Zu versteuerndes Einkommen|Revenu imposable|Base imponible general|Reddito imponibile
tax_due|Tax due|Festgesetzte Steuer|Impôt dû|Cuota a pagar|Imposta dovuta
victim|Victim|Geschädigter|Victime|Víctima|Vittima
beneficiary|Beneficiary|Empfänger|Bénéficiaire|Beneficiario|Beneficiario
report_number|Report number|Aktenzeichen|Numéro de dossier|Número de expediente|Numero pratica
report_date|Date of report|Datum der Anzeige|Date du rapport|Fecha del informe|Data del rapporto
lost_amount|Amount lost|Schadenssumme|Montant perdu|Importe perdido|Importo perso
meter_number|Meter number|Zählernummer|Numéro de compteur|Número de contador|Numero contatore
consumption_kwh|Consumption|Verbrauch|Consommation|Consumo|Consumo
reading_date|Reading date|Ablesedatum|Date de relevé|Fecha de lectura|Data di lettura
issuer|Issuer|Emittent|Émetteur|Emisor|Emittente
isin|ISIN|ISIN|ISIN|ISIN|ISIN
lei|LEI|LEI|LEI|LEI|LEI
nominal|Nominal amount|Nennbetrag|Montant nominal|Importe nominal|Valore nominale
maturity_date|Maturity date|Endfälligkeit|Date d'échéance finale|Fecha de vencimiento final|Data di rimborso
`;

const labels = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [field = '', ...words] = line.split('|');
      return [field, words] as const;
    }),
);

export function labelOf(field: string, language: Language): string {
  const words = labels.get(field)?.[languages.indexOf(language)];
  if (words === undefined) throw new Error(`There is no label for ${field} in ${language}.`);
  return words;
}

export const yesNo: Record<Language, [yes: string, no: string]> = {
  en: ['yes', 'no'],
  de: ['ja', 'nein'],
  fr: ['oui', 'non'],
  es: ['sí', 'no'],
  it: ['sì', 'no'],
};

/** Words for years and months in each language. */
export const timeUnits: Record<Language, [years: string, months: string]> = {
  en: ['years', 'months'],
  de: ['Jahre', 'Monate'],
  fr: ['ans', 'mois'],
  es: ['años', 'meses'],
  it: ['anni', 'mesi'],
};
