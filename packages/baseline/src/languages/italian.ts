import type { Language } from './language.ts';

/** Sources: UNI EN 16931-1, DPR 633/1972 art. 21 (wording of invoices), ISO 20275 for IT. */
export const italian: Language = {
  code: 'it',
  iso3: ['ita'],
  telling:
    'il lo la gli le di del della dei delle e in un una è per con che da al alla nel si fattura data importo totale iva cliente prezzo quantità numero pagamento scadenza imponibile spett',
  labels: {
    'invoice number':
      'numero fattura, n fattura, fattura n, fattura numero, numero della fattura, numero documento, fattura nr, nr fattura, num fattura, numero ricevuta',
    'invoice date':
      'data fattura, data documento, data emissione, data di emissione, fattura del, data della fattura, emessa il',
    'due date': 'data scadenza, scadenza, data di scadenza, da pagare entro, scadenza pagamento, entro il',
    'delivery date': 'data di consegna, data consegna, data ddt',
    'order date': 'data ordine, data dell ordine',
    vendor: 'venditore, fornitore, cedente, cedente prestatore, emittente, mittente, prestatore',
    customer:
      'cliente, acquirente, cessionario, cessionario committente, spett le, spettabile, intestatario fattura, destinatario, fatturare a, committente',
    subtotal:
      'imponibile, totale imponibile, subtotale, totale netto, netto, totale merce, importo netto, totale senza iva',
    'tax amount': 'iva, totale iva, importo iva, imposta, totale imposta, imposte',
    total:
      'totale fattura, totale documento, totale, totale complessivo, importo totale, totale ivato, totale iva inclusa, totale con iva, totale euro, totale generale, importo totale fattura',
    'amount due':
      'netto a pagare, totale da pagare, totale dovuto, da pagare, importo dovuto, importo da pagare, saldo da pagare, totale a pagare',
    prepaid: 'acconto, già pagato, anticipo',
    'cash paid': 'contanti, contante, bancomat, carta di credito, pagamento elettronico',
    change: 'resto',
    'customer number': 'codice cliente, cod cliente, numero cliente',
    'order number': 'numero ordine, n ordine, vostro ordine, ordine n, rif ordine',
    'tax number': 'partita iva, p iva, codice fiscale, p i, cod fisc',
    currency: 'valuta, divisa',
    discount: 'sconto, sc',
    quantity: 'quantità, qtà, q tà',
    'unit price': 'prezzo unitario, prezzo, prezzo un',
  },
  papers:
    'fattura, nota di credito, ricevuta, parcella, scontrino, fattura proforma, nota di debito, documento commerciale',
  dated: 'del, data, in data, il',
  legalForms: 'srl, srls, spa, snc, sas, sapa, scarl, coop, soc coop, ss',
};
