import type { Language } from './language.ts';

/**
 * Malay and Indonesian, which share the words of receipts. Sources: Royal Malaysian Customs, guide on tax invoices;
 * PER-03/PJ/2022 (faktur pajak); ISO 20275 for MY, ID and SG.
 */
export const malay: Language = {
  code: 'ms',
  iso3: ['msa', 'zsm', 'zlm', 'ind'],
  telling:
    'dan yang di ke dari untuk dengan ini itu tidak adalah pada oleh kepada jumlah tarikh tanggal harga bayar tunai baki resit invois cukai jalan taman no tel sdn bhd rm barang terima kasih sila pelanggan faktur kuantiti',
  labels: {
    'invoice number':
      'no invois, nombor invois, no resit, nombor resit, nomor faktur, no faktur, no bil, no struk, nomor invoice, no nota, no resit cukai',
    'invoice date':
      'tarikh invois, tarikh resit, tarikh, tanggal faktur, tanggal, tgl faktur, tanggal invoice, tarikh bil, tgl',
    'due date': 'tarikh akhir bayaran, jatuh tempo, tarikh tamat tempoh, tanggal jatuh tempo, bayar sebelum',
    'delivery date': 'tarikh hantar, tarikh penghantaran, tanggal kirim, tanggal pengiriman',
    vendor: 'penjual, pembekal, pemasok',
    customer: 'pembeli, pelanggan, bil kepada, kepada, tagihan kepada',
    subtotal:
      'jumlah kecil, subjumlah, jumlah sebelum cukai, subtotal, sub jumlah, jumlah tanpa cukai, dasar pengenaan pajak, dpp',
    'tax amount': 'cukai, jumlah cukai, cukai perkhidmatan, cukai jualan, pajak, ppn, jumlah ppn, jumlah gst',
    total:
      'jumlah, jumlah besar, jumlah keseluruhan, jumlah rm, total keseluruhan, jumlah total, jumlah termasuk cukai, grand total, jumlah bil, jumlah bersih',
    'amount due':
      'jumlah perlu dibayar, jumlah bayaran, perlu dibayar, jumlah tagihan, total bayar, jumlah kena bayar, total tagihan, harus dibayar',
    'cash paid': 'tunai, bayaran tunai, bayar, dibayar, wang tunai, kartu kredit, kartu debit',
    change: 'baki, kembali, kembalian, wang baki',
    rounding: 'penggenapan, pelarasan penggenapan, pembulatan, pelarasan',
    'customer number': 'no pelanggan, nombor pelanggan, nomor pelanggan',
    'order number': 'no pesanan, nombor pesanan, nomor pesanan, no order',
    'tax number': 'npwp, no gst, no syarikat, id gst, no pendaftaran',
    currency: 'mata wang, mata uang',
    discount: 'diskaun, diskon, potongan',
    quantity: 'kuantiti, kuantitas, bil item, jumlah barang, jumlah kuantiti, bilangan',
    'unit price': 'harga seunit, harga satuan, harga',
  },
  papers: 'invois, resit, resit rasmi, invois cukai, faktur, faktur pajak, nota, bil, struk, nota kredit',
  dated: 'tarikh, tanggal, bertarikh, tgl, pada',
  legalForms: 'sdn bhd, bhd, sdn, s b, pt, cv, tbk, ud, plt, enterprise, trading',
};
