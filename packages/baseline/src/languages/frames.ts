import { splitPhrases } from './languages.ts';

// What a verb says of the names beside it: in "Kevin sent 300 USD to Elena", who sends stands before the verb, who gets it after "to".
// Sources: the frames of everyday verbs of payment, trade, work and law, as dictionaries of valency list them.

export type Frame = {
  verb: RegExp;
  /** The roles of whoever does it, of whom it is done to, and of the name after "to" and "from". */
  subject: Set<string>;
  object: Set<string>;
  to: Set<string>;
  from: Set<string>;
};

const table = `
send, transfer, wire, remit, pay, sent, sends, transferred, transfers, wired, wires, remitted, donated, paid, pays, überwies, überwiesen, zahlte, bezahlte, bezahlt, a versé, a payé, a viré, envió, pagó, transfirió
> sender, payer, originator, remitter, donor, customer, debtor, tenant > > recipient, beneficiary, payee, receiver, creditor >
received, receives, got, collected, erhielt, erhalten, a reçu, recibió
> recipient, beneficiary, receiver, payee > > > sender, payer, originator, remitter
bought, buys, purchased, ordered, booked, orders, kaufte, gekauft, bestellte, bestellt, a acheté, a commandé, compró, pidió
> buyer, customer, purchaser, client, guest > > > seller, vendor, merchant, store, shop, supplier
sold, sells, verkaufte, verkauft, a vendu, vendió
> seller, vendor > > buyer, customer, purchaser >
rented, rents, leased, mietete, gemietet, a loué, alquiló
> tenant, renter, lessee, customer > > tenant, renter, lessee > landlord, lessor, owner, rental
granted, grants, lent, lends, loaned, gewährte, gewährt, a accordé, concedió
> lender, bank, creditor > borrower, debtor > borrower, debtor >
borrowed, borrows > borrower, debtor > > > lender, bank, creditor
hired, employs, employed, appointed, named, promoted
> company, employer, organization > employee, person, candidate, name > >
joined, joins > employee, person, name, candidate > company, employer, organization > >
acquired, acquires, took over, übernahm, a racheté, adquirió > acquirer, buyer, purchaser, company > target, seller > >
reported revenue, reported sales, reported a profit, reported a loss, reported net income, reported earnings, posted revenue, posted a profit, posted a loss, announced, launched, unveiled, recalled, employs, operates
> company, organization, firm, manufacturer > > >
sued, sues > plaintiff, claimant > defendant > >
let, leases out, let out > landlord, lessor > > tenant, renter, lessee >
pays, paid, owes, owed, owe > > payee, recipient, beneficiary, creditor > >
engages, engaged, retains, retained, commissions, commissioned, contracts, contracted > client, company, employer, customer > consultant, contractor, freelancer, supplier > >
admitted, discharged, examined, treated, diagnosed, prescribed, operated on, vaccinated > doctor, physician > patient > >
referred, refers > doctor, physician, referring > patient > >
lends, lent > > > > lender
borrows, borrowed > > > > lender, bank, creditor
resigned, resigns, retired, retires > employee > > >
picked up, delivered, drove, drives > driver, courier > > >
billed, invoiced, charged > vendor, seller, merchant, issuer > customer, buyer, client > >
opened, closed > customer, client, owner, holder > > >
reported, reports, complained, logged, raised, submitted > reporter, requester, customer, user, complainant > > >
won, wins, gewann > winner > > >
founded, founds, gründete > founder, owner > company, organization > >
owns, owned > owner > > >
succeeds, succeeded, replaces, replaced > successor, name > predecessor > >
signed, signs, unterschrieb, a signé, firmó > signer, signatory > > >
wrote, writes, schrieb, a écrit, escribió > author, writer > > >
repaired, inspected, serviced, installed > technician, contractor, inspector, company > > >
insured, insures > insurer, company > insured, customer > >
`;

/** By the text between two arrows: verbs, then who does it, to whom, "to", "from". */
export const frames: Frame[] = table
  .trim()
  .replace(/\n>/g, ' >')
  .split('\n')
  .map((line) => {
    const [verbs = '', ...roles] = line.split('>');
    const [subject, object, to, from] = [0, 1, 2, 3].map((index) => new Set(splitPhrases(roles[index] ?? '')));
    const words = splitPhrases(verbs).map((one) => one.replaceAll(' ', '\\s+'));
    return {
      verb: new RegExp(`(?<![\\p{L}-])(?:${words.join('|')})(?![\\p{L}-])`, 'giu'),
      subject: subject!,
      object: object!,
      to: to!,
      from: from!,
    };
  });

/** Words before a name that make it whoever something goes to, comes from or is done by. */
export const prepositions = {
  to: 'to, for, an, für, à, pour, para, per, aan, voor, til, till, do',
  from: 'from, of, by, von, vom, der, des, de, du, par, di, da, van, fra, från, od',
  by: 'by, von, par, por, da, door, av, af',
};
