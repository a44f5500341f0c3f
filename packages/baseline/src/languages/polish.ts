import type { Language } from './language.ts';

/** Sources: PN-EN 16931-1, ustawa o VAT art. 106e (wording of invoices), ISO 20275 for PL. */
export const polish: Language = {
  code: 'pl',
  iso3: ['pol'],
  telling:
    'i w na z do o jest nie się za od po dla przez lub oraz ze faktura data kwota razem vat nabywca sprzedawca cena ilość numer płatność termin zapłaty sztuk netto brutto zł ulica',
  labels: {
    'invoice number':
      'numer faktury, faktura nr, nr faktury, faktura vat nr, faktura numer, numer dokumentu, nr dokumentu, paragon nr',
    'invoice date':
      'data wystawienia, data faktury, wystawiono dnia, wystawiona w dniu, data dokumentu, data wystawienia faktury',
    'due date': 'termin płatności, termin zapłaty, płatne do, data płatności, zapłata do',
    'delivery date': 'data sprzedaży, data dostawy, data wykonania usługi, data zakończenia dostawy',
    'order date': 'data zamówienia',
    vendor: 'sprzedawca, wystawca, dostawca, usługodawca',
    customer: 'nabywca, kupujący, klient, odbiorca, zamawiający, usługobiorca, płatnik',
    subtotal: 'wartość netto, suma netto, razem netto, kwota netto, netto, łącznie netto',
    'tax amount': 'kwota vat, podatek vat, wartość vat, vat, razem vat, ptu, suma ptu',
    total:
      'wartość brutto, suma brutto, razem brutto, kwota brutto, brutto, razem, suma, ogółem, łącznie, łącznie brutto, suma pln, wartość faktury',
    'amount due':
      'do zapłaty, razem do zapłaty, pozostało do zapłaty, kwota do zapłaty, należność, należność ogółem, suma do zapłaty',
    prepaid: 'zapłacono, zaliczka, wpłacono',
    'cash paid': 'gotówka, karta płatnicza, karta',
    change: 'reszta',
    'customer number': 'numer klienta, nr klienta, kod klienta',
    'order number': 'numer zamówienia, nr zamówienia, zamówienie nr',
    'tax number': 'nip, regon, numer nip, nip nabywcy, nip sprzedawcy',
    currency: 'waluta',
    discount: 'rabat, upust',
    quantity: 'ilość, il',
    'unit price': 'cena jednostkowa, cena, cena netto, cena jedn',
  },
  papers: 'faktura, faktura vat, faktura korygująca, faktura proforma, paragon, rachunek, nota, faktura zaliczkowa',
  dated: 'z dnia, z, dnia, data',
  legalForms: 'sp z o o, spółka z o o, sa, sp j, sp k, sk, s c, psa, spzoo',
};
