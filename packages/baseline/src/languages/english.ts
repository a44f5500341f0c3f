import type { Language } from './language.ts';

/** Sources: EN 16931-1 (business terms), HMRC VAT Notice 700 section 16 (wording of invoices), ISO 20275. */
export const english: Language = {
  code: 'en',
  iso3: ['eng'],
  telling:
    'the of and to in is for you your with this that on are we have please from by at be invoice date amount total due payment not it was our number customer thank receipt tax my she they were has had but when which who would want don did after before there their up out been could his how what where',
  labels: {
    'invoice number':
      'credit note number, tax invoice no, bill no, inv no, invoice id, receipt no, document no, doc no, slip no, bill number, check no, trans no',
    'invoice date':
      'date of issue, date of document, document date, tax point, date of supply, receipt date, bill date, issued at',
    'due date': 'due for payment, payment due date, payment due, remit until, please remit until, due payable by',
    'delivery date': 'date of delivery, date of supply, service date, shipped on, ship date, shipping date',
    vendor: 'supplier name, seller name, remit to, issued by, sold by, our address',
    customer: 'bill to, ship to, sold to, deliver to, delivery address, billing address, customer name, buyer name',
    subtotal:
      'net total, net amount, total before tax, total excl tax, total excl gst, amount before tax, taxable amount, total net amount, total w o tax, price w o tax, total excluding vat',
    'tax amount':
      'vat total, tax total, total tax, total vat, vat amount, gst amount, sst, service tax, sales tax, vat payable, total gst',
    total:
      'grand total, total incl tax, total incl vat, total incl gst, total inclusive gst, total inclusive of gst, total with tax, gross total, total gross amount, total amount, total sales, total sales inclusive gst, total sales incl gst, total rm, total price, total including vat, gross amount, amount incl tax, nett total, net total payable, total rounded, total after rounding, rounded total, bill total, total payment',
    'amount due':
      'amount due, balance due, total due, due payable, amount payable, total payable, payable amount, to pay, please pay, outstanding, residual, amount to pay, balance payable, total to pay, amount due for payment',
    prepaid:
      'amount paid, deposit, prepaid, paid amount, payments received, less payments, already paid, advance payment',
    'cash paid':
      'cash, cash tendered, tendered, tender, amount tendered, paid, payment received, visa, mastercard, debit card, credit card, card payment',
    change: 'change, change due, cash change, change given',
    rounding: 'rounding, rounding adjustment, round adj, rounding adj, rounding amount, round off',
    discount: 'total discount, you saved, savings, total savings, disc',
    quantity: 'total qty, total quantity, item count, total items, number of items, qty',
    'tax number':
      'vat id, vat number, vat reg, gst id, gst reg number, gst number, tax id, vat identification number, company registration number, co reg no',
    'customer number': 'customer no, customer id, client number, account no, your reference',
    'order number': 'your order, purchase order, po number, order no, your order number',
    currency: 'currency, invoice currency, currency code',
  },
  papers:
    'invoice, tax invoice, commercial invoice, credit note, credit memo, receipt, bill, proforma invoice, sales invoice, debit note',
  dated: 'of, dated, from, issued, issued at, issued on, date',
  legalForms:
    'inc, incorporated, ltd, limited, llc, llp, lp, plc, corp, corporation, co, company, pty, pvt, pc, pte, cic',
};
