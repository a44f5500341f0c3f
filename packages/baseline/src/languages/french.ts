import type { Language } from './language.ts';

/** Sources: NF EN 16931-1 (termes métier), Code de commerce L441-9 (mentions of invoices), ISO 20275 for FR, BE, LU. */
export const french: Language = {
  code: 'fr',
  iso3: ['fra'],
  telling:
    'le la les de des du et en un une est pour à au aux que qui dans sur par vous votre nous notre avec facture date montant total tva ht ttc client prix quantité numéro règlement paiement échéance société',
  labels: {
    'invoice number':
      'numéro de facture, n facture, n de facture, facture n, facture numéro, no de facture, numéro de la facture, référence facture, numéro d avoir, n avoir, facture no',
    'invoice date':
      'date de facture, date de facturation, date facture, date d émission, émise le, facture du, date de la facture, date du document',
    'due date':
      'date d échéance, échéance, échéance le, à payer avant le, date limite de paiement, payable avant le, date de règlement',
    'delivery date': 'date de livraison, livré le, date d expédition, date de prestation',
    'order date': 'date de commande, commandé le',
    vendor: 'vendeur, fournisseur, émetteur, prestataire, expéditeur',
    customer:
      'client, acheteur, facturé à, adresse de facturation, adresse de livraison, destinataire, livré à, à l attention de, facturer à',
    contact: 'contact commercial, votre contact, interlocuteur, commercial',
    subtotal:
      'total ht, montant ht, sous total, total hors taxes, montant hors taxes, total net ht, base ht, total hors taxe, montant total ht',
    'tax amount': 'total tva, montant tva, tva, total taxes, montant de la tva, total des taxes, dont tva',
    total:
      'total ttc, montant ttc, montant total ttc, total toutes taxes comprises, total général, montant total, total de la facture, total facture, total tout compris, total eur',
    'amount due':
      'net à payer, solde à payer, reste à payer, montant dû, à payer, montant à payer, net à payer ttc, solde dû, total à payer',
    prepaid: 'acompte, acompte versé, déjà réglé, acomptes versés, règlement',
    'cash paid': 'espèces, carte bancaire, cb, rendu monnaie',
    change: 'rendu, à rendre, monnaie rendue',
    'customer number': 'numéro client, n client, code client, réf client, votre référence',
    'order number': 'numéro de commande, n commande, n de commande, bon de commande, votre commande, réf commande',
    'tax number': 'n tva, numéro de tva, tva intracommunautaire, n tva client, n tva intracommunautaire, siret, siren',
    currency: 'devise, monnaie',
    discount: 'remise, rabais, rem',
    quantity: 'quantité, qté',
    'unit price': 'prix unitaire, pu ht, prix unitaire ht, p u',
  },
  papers: 'facture, avoir, facture proforma, note d honoraires, reçu, ticket, facture d acompte, note de crédit',
  dated: 'du, en date du, le, émise le',
  legalForms: 'sa, sas, sasu, sarl, eurl, sci, snc, scop, sca, scs, selarl, ei, sprl, srl',
};
