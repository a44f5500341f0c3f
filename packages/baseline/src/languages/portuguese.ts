import type { Language } from './language.ts';

/** Sources: NP EN 16931-1, Código do IVA art. 36 (wording of invoices), ISO 20275 for PT and BR. */
export const portuguese: Language = {
  code: 'pt',
  iso3: ['por'],
  telling:
    'o a os as de do da dos das e em um uma é para por com que no na ao se fatura factura data valor total iva cliente preço quantidade número pagamento vencimento morada contribuinte nota',
  labels: {
    'invoice number':
      'número da fatura, fatura n, fatura número, n fatura, n da fatura, número da factura, factura n, número da nota, nota fiscal n, número do documento, fatura recibo n',
    'invoice date':
      'data da fatura, data de emissão, data fatura, data da factura, data do documento, emitida em, data emissão',
    'due date': 'data de vencimento, vencimento, pagar até, data limite de pagamento, vence em, data vencimento',
    'delivery date': 'data de entrega, entregue em',
    'order date': 'data da encomenda, data do pedido',
    vendor: 'vendedor, fornecedor, emitente, prestador',
    customer: 'cliente, comprador, adquirente, destinatário, exmo sr, exmos srs, faturar a, tomador',
    subtotal:
      'subtotal, total ilíquido, total líquido, incidência, base tributável, total sem iva, valor líquido, base de incidência',
    'tax amount': 'iva, total iva, valor do iva, imposto, total imposto, total impostos, icms',
    total:
      'total com iva, valor total, total geral, total da fatura, total documento, total do documento, total fatura, total eur, total da nota',
    'amount due': 'total a pagar, valor a pagar, a pagar, montante a pagar, saldo em dívida, valor em dívida',
    prepaid: 'adiantamento, já pago, sinal',
    'cash paid': 'dinheiro, numerário, multibanco, cartão',
    change: 'troco',
    'customer number': 'número de cliente, n cliente, código do cliente',
    'order number': 'número da encomenda, n encomenda, número do pedido, encomenda n',
    'tax number': 'nif, contribuinte, contribuinte n, nipc, cnpj, cpf',
    currency: 'moeda, divisa',
    discount: 'desconto, desc',
    quantity: 'quantidade, qtd, quant',
    'unit price': 'preço unitário, preço, p unit, valor unitário',
  },
  papers: 'fatura, factura, fatura recibo, fatura simplificada, nota de crédito, recibo, nota fiscal, fatura proforma',
  dated: 'de, data, em, de data',
  legalForms: 'lda, sa, unipessoal, limitada, ltda, eireli, me, crl, sgps',
};
