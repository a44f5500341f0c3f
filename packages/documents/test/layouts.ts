import { makePdf, type PdfPage } from './pdf.ts';

// Creates typical documents from words at given places: statements, columns, forms, turned pages.

/** Draws a text at a place, from the top left corner. */
export const at = (x: number, y: number, text: string, size = 10): string =>
  `BT /F1 ${size} Tf ${x} ${842 - y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;

/** Draws right-aligned text, as numbers are. Helvetica's digits are 0.556 wide. */
export const rightAt = (x: number, y: number, text: string, size = 10): string =>
  at(x - [...text].reduce((sum, sign) => sum + (/\d/.test(sign) ? 0.556 : 0.278), 0) * size, y, text, size);

export const square = (x: number, y: number, size = 9): string => `${x} ${842 - y} ${size} ${size} re S`;
export const cross = (x: number, y: number, size = 9): string =>
  `${x + 1.5} ${842 - y + 1.5} m ${x + size - 1.5} ${842 - y + size - 1.5} l S ${x + 1.5} ${842 - y + size - 1.5} m ${x + size - 1.5} ${842 - y + 1.5} l S`;

export type Booking = { date: string; text: string; debit: string; credit: string; balance: string };

export function makeBookings(count: number): Booking[] {
  let balance = 1_000;
  return Array.from({ length: count }, (_, index) => {
    const amount = 10 + ((index * 37) % 400) + 0.5;
    const isDebit = index % 3 !== 0;
    balance += isDebit ? -amount : amount;
    return {
      date: `${String((index % 28) + 1).padStart(2, '0')}.0${(index % 9) + 1}.2026`,
      text: ['Card payment Shop', 'Transfer to A. Miller', 'Salary Example Ltd'][index % 3]!,
      debit: isDebit ? amount.toFixed(2) : '',
      credit: isDebit ? '' : amount.toFixed(2),
      balance: balance.toFixed(2),
    };
  });
}

/** Creates a bank statement with 45 bookings per page. Only the first page has a header. */
export function makeStatement(bookings: Booking[]): Buffer {
  const pages: PdfPage[] = [];
  for (let from = 0; from < bookings.length; from += 45) {
    const head =
      from > 0
        ? []
        : [at(50, 60, 'Example Bank', 18), at(50, 80, 'Account DE89 3704 0044 0532 0130 00'), ...bookingHead(110)];
    const rows = bookings.slice(from, from + 45).flatMap((booking, index) => bookingRow(booking, 126 + index * 15));
    pages.push({ content: [...head, ...rows, at(280, 825, `Page ${pages.length + 1}`, 8)].join('\n') });
  }
  return makePdf(pages);
}

const bookingHead = (y: number): string[] => [
  at(50, y, 'Date'),
  at(120, y, 'Description'),
  rightAt(395, y, 'Debit'),
  rightAt(470, y, 'Credit'),
  rightAt(550, y, 'Balance'),
];

const bookingRow = ({ date, text, debit, credit, balance }: Booking, y: number): string[] => [
  at(50, y, date),
  at(120, y, text),
  ...(debit === '' ? [] : [rightAt(400, y, debit)]),
  ...(credit === '' ? [] : [rightAt(475, y, credit)]),
  rightAt(550, y, balance),
];

/** Creates two columns of text below a title, drawn line by line across both. */
export function makeColumns(left: string[], right: string[]): Buffer {
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...(left[index] === undefined ? [] : [at(50, 120 + index * 14, left[index])]),
    ...(right[index] === undefined ? [] : [at(310, 120 + index * 14, right[index])]),
  ]);
  return makePdf([{ content: [at(50, 70, 'A title over both columns', 18), ...lines.flat()].join('\n') }]);
}

/** Creates a page with turned text, in degrees counterclockwise. */
export function makeTurned(lines: string[], degrees: 90 | 180 | 270): Buffer {
  const matrix = { 90: [0, 1, -1, 0, 100, 80], 180: [-1, 0, 0, -1, 500, 760], 270: [0, -1, 1, 0, 480, 760] }[degrees];
  const text = lines.map((line) => `(${line}) Tj 0 -20 Td`).join('\n');
  return makePdf([{ content: `q ${matrix.join(' ')} cm BT /F1 12 Tf 0 0 Td\n${text}\nET Q` }]);
}

/** Turns the whole page slightly counterclockwise, as on a scanner. */
export function askew(parts: string[], degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle).toFixed(5), Math.sin(angle).toFixed(5)];
  return `q ${cos} ${sin} -${sin} ${cos} 20 -20 cm\n${parts.join('\n')}\nQ`;
}
