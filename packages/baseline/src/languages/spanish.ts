import type { Language } from './language.ts';

/** Sources: UNE-EN 16931-1, Real Decreto 1619/2012 (wording of invoices), ISO 20275 for ES and MX. */
export const spanish: Language = {
  code: 'es',
  iso3: ['spa'],
  telling:
    'el la los las de del y en un una es para por con que su se al lo factura fecha importe total iva cliente precio cantidad número pago vencimiento base imponible nuestro usted',
  labels: {
    'invoice number':
      'número de factura, n factura, n de factura, factura n, factura número, factura num, no de factura, núm factura, número factura, folio, número de abono, nº de recibo',
    'invoice date': 'fecha de factura, fecha factura, fecha de emisión, fecha de expedición, fecha emisión, emitida el',
    'due date': 'fecha de vencimiento, vencimiento, vence el, fecha límite de pago, pagar antes del, vto',
    'delivery date': 'fecha de entrega, fecha de operación, entregado el',
    'order date': 'fecha de pedido, fecha del pedido',
    vendor: 'vendedor, proveedor, emisor, expedidor, datos del emisor, datos de la empresa',
    customer:
      'cliente, comprador, facturar a, facturado a, destinatario, datos del cliente, enviar a, dirección de envío, receptor',
    subtotal: 'base imponible, subtotal, total neto, importe neto, total sin iva, suma, base, total antes de impuestos',
    'tax amount': 'iva, importe iva, cuota iva, total iva, impuestos, total impuestos, cuota',
    total:
      'total factura, importe total, total con iva, total general, total euros, importe total de la factura, total iva incluido, total eur, monto total',
    'amount due':
      'total a pagar, importe a pagar, a pagar, saldo pendiente, líquido a percibir, importe pendiente, líquido, total a percibir',
    prepaid: 'anticipo, pagado, entregado a cuenta, a cuenta',
    'cash paid': 'efectivo, tarjeta, entregado',
    change: 'cambio, su cambio',
    'customer number': 'número de cliente, n cliente, código cliente, cód cliente',
    'order number': 'número de pedido, n pedido, su pedido, pedido número, pedido n',
    'tax number': 'nif, cif, nif iva, rfc, número de identificación fiscal',
    currency: 'moneda, divisa',
    discount: 'descuento, dto',
    quantity: 'cantidad, cant, uds, unidades',
    'unit price': 'precio unitario, precio, p unitario, precio unidad',
  },
  papers:
    'factura, factura simplificada, factura rectificativa, abono, recibo, factura proforma, nota de crédito, ticket',
  dated: 'de, de fecha, fecha, del',
  legalForms: 'sl, slu, sa, sau, sll, scl, coop, sc, cb, sa de cv, s de rl',
};
