import type { Language } from './language.ts';

/** Sources: NEN-EN 16931-1, Belastingdienst factuureisen (wording of invoices), ISO 20275 for NL and BE. */
export const dutch: Language = {
  code: 'nl',
  iso3: ['nld'],
  telling:
    'de het een en van in is voor op met te dat aan bij naar uw wij u onze niet factuur datum bedrag totaal btw klant prijs aantal nummer betaling vervaldatum omschrijving gelieve',
  labels: {
    'invoice number':
      'factuurnummer, factuur nr, factuurnr, factuur nummer, nota nummer, notanummer, creditnota nummer, bonnummer, bon nr',
    'invoice date': 'factuurdatum, datum factuur, notadatum, datum van uitgifte, uitgiftedatum',
    'due date':
      'vervaldatum, uiterste betaaldatum, te betalen voor, vervaldag, betalen voor, betaaldatum, uiterlijk te betalen op',
    'delivery date': 'leverdatum, leveringsdatum, datum levering',
    'order date': 'besteldatum, orderdatum',
    vendor: 'verkoper, leverancier, afzender, opdrachtnemer',
    customer:
      'klant, koper, afnemer, factuuradres, afleveradres, ter attentie van, gefactureerd aan, opdrachtgever, factuur aan',
    subtotal:
      'subtotaal, totaal excl btw, totaal exclusief btw, netto bedrag, totaal netto, bedrag excl btw, nettobedrag, totaal ex btw',
    'tax amount': 'btw, btw bedrag, totaal btw',
    total:
      'totaal, totaal incl btw, totaal inclusief btw, totaalbedrag, factuurbedrag, eindtotaal, bedrag incl btw, totaal factuur, totaal eur, totaal generaal',
    'amount due':
      'te betalen, te voldoen, openstaand bedrag, te betalen bedrag, nog te betalen, totaal te betalen, verschuldigd bedrag',
    prepaid: 'reeds betaald, aanbetaling, voorschot',
    'cash paid': 'contant, pin, pinbetaling',
    change: 'wisselgeld, terug',
    'customer number': 'klantnummer, klant nr, debiteurnummer, debiteurennummer',
    'order number': 'ordernummer, bestelnummer, order nr, uw bestelling',
    'tax number': 'btw nummer, btw nr, btw id, kvk nummer, kvk, ondernemingsnummer',
    currency: 'valuta, munt',
    discount: 'korting',
    quantity: 'aantal, hoeveelheid',
    'unit price': 'prijs per stuk, stukprijs, eenheidsprijs, prijs',
  },
  papers: 'factuur, creditnota, nota, rekening, pro forma factuur, creditfactuur, verkoopfactuur',
  dated: 'van, d d, dd, datum',
  legalForms: 'bv, nv, vof, cv, bvba, ua',
};
