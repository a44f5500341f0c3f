import { phraseOf } from '../language/words.ts';
import { languages, splitPhrases } from './languages.ts';

// Names for the same thing on forms, letters, statements and in schemas. A field belongs to the group with the longest
// phrase of its name. The group's other phrases are then labels to look for in a text.

export type Group = {
  /** Phrases that only mean this. The first is the name of the group. */
  strong: string[];
  /** Phrases of a neighbour that mean this if the text has none of its own: what is due is usually the total. */
  second: string[];
  /** Phrases that may mean this if nothing better is found. */
  weak: string[];
};

/** One group per line; continuation lines are indented. Phrases after `~` are weak. */
const lines = `
invoice number, invoice reference, bill number, tax invoice number, document number, invoice document number,
  receipt number, rechnungsnummer, numero de factura ~ invoice, number, rechnung, factura, receipt, reference
invoice date, issue date, date of invoice, date issued, date of issue, bill date, issued on, issued, issue,
  dated, rechnungsdatum, billing date ~ date, fecha, datum, invoice
due date, due, payment due, due by, due on, date due, pay by, payable by, payable until, payable on, please pay
  by, settle by, please settle by, payment deadline, payment date, expires, expiry date, expiration date, no
  later than, number later than, latest, falligkeitsdatum ~ by, until, before
deadline, reply by, respond by, answer by, due date, due by, due, no later than, number later than, not later
  than, pay by, return by, complete by, submit by, latest by, apply by ~ by, until, before
vendor, seller, supplier, sold by, bill from, billed by, issued by, issuer, provider, service provider,
  merchant, payable to, creditor, lieferant ~ from, company
customer, client, bill to, billed to, sold to, invoice to, invoiced to, buyer, purchaser, messrs, deliver to,
  ship to, debtor, cliente, kunde, requester, caller, account holder, card holder, cardholder, holder, customer
  name, subscriber, submitted by, opened by, reported by, reporter, raised by, my name is, requested by, contact
  name, account name, patient, passenger, guest, tenant, member ~ recipient, to, user, name, by, from, dear,
  hello, hi, attention, attn
subtotal, sub total, net amount, net total, net, total before tax, total before vat, amount excl vat, amount
  excl tax, total excl vat, total excl tax, taxable value, taxable amount, base imponible,
  total net, netto, excl vat, excl tax, excl gst, before tax, before vat, net price, net value
tax amount, tax, vat, gst, hst, sales tax, igst, cgst, vat amount, iva, tva, mwst, consumption tax, taxes, total
  tax, ust, moms
total, grand total, total amount, gross total, total gross, invoice total, total incl vat, total incl tax, order total,
  gross amount, total price, total cost, a total of ~ amount, sum, brutto, gross
amount due, total due, balance due, to pay, total to pay, amount to pay, amount payable, total payable, please pay
discount, rebate, less
shipping, shipping cost, delivery, freight, postage, shipping and handling
tax number, vat number, vat, tax, vat reg number, gstin, abn, ein, uid, nif, tax registration number, vat
  registration number
iban, account number, bank account
description, item, items, article, particulars, details, service, services, product, item name, item
  description, articulo, goods, beschreibung, title, task, text ~ name
quantity, units, uds, pcs, pieces, count, hours, menge, number of units, cantidad, pages, days ~ number
unit price, price, rate, each, price each, unit cost, cost, precio, price per unit, einzelpreis, per unit,
  hourly rate ~ unit, at
line total, amount, total, sum, importe, line amount, value, betrag, subtotal, price
sender, from, von, sent by, de ~ regards, by
recipient, to, an, receiver, addressee, recipients ~ dear
cc, copy, copied
subject, betreff, subject line, objet, asunto, re ~ title, topic
sent, sent on, sent at, gesendet, date sent, received, sent date ~ date, datum
attachments, attachment, attached, enclosed
headline, title, header, heading
author, byline, written by, reporting by, reported by, posted by, story by, correspondent, reporter, writer,
  journalist, author name, edited by ~ by, text
published, published on, publication date, publish date, posted, posted on, updated, last updated, release date,
  published at, date published ~ date
place, dateline, location, where, city, venue, town, ort ~ in, at
full name, name, candidate, applicant, candidate name, resume of, cv of, person, employee, applicant name
location, residence, lives in, living in, based in, located in, located at, city, lives in, address, home, place of residence, town, country, region ~
  contact
address, street, postal address, billing address, shipping address, location, anschrift
title, position, role, job title, job, current role, current title, current position, occupation, profession,
  present job
company, employer, organization, firm, current company, current employer, business, workplace, present employer
start, start year, start date, since, begin, started, beginning ~ from
end, end year, end date, until, ended, till ~ to
degree, course, qualification, diploma, certificate, field of study, program
institution, school, university, college, academy, institute
year, graduation year, graduated, year of graduation
skills, key skills, technical skills, core competencies, competencies, expertise, technologies,
  core skills, areas of expertise, skill, tools, competences
languages, languages spoken, language, language skills, spoken languages
experience, work experience, professional experience, employment, employment history, work history, career,
  career history, positions held, work, academic positions, positions, jobs, job history, professional
  background
education, qualifications, training, studies, academic background, education and training, academic
  qualifications, degrees, schools
interests, hobbies
certifications, certificates, licenses
birthday, date of birth, born, birth date, born on
nationality, citizenship
ticket number, ticket, ticket reference, case number, case, incident, incident number, request number, issue
  number, support ticket ~ reference, request, number
created, created on, created at, opened, opened on, date received, submitted, submitted on, received, received
  on, logged, logged on, date opened, reported, reported on, date created, creation date, filed ~ date, on
product, product name, app, application, system, affected service, software, device, affected product, item,
  model, affected system ~ about, service, your, my
order number, order, purchase order, po, order reference, po number, purchase order number
priority, urgency, severity, level, importance
status, state
category, type, kind, class, topic
card, card ending, card ending in, card number, account, account ending, account ending in, card number ending,
  account number, ending, ending in, last four, last 4, last4, card last4, card last4 digits, last four digits,
  card x
amount, how much, amount sent, sum, transaction amount, payment amount, purchase amount, betrag, value ~
  purchase of, payment of, withdrawal of, deposit of, transfer of, refunded, refund of, debited, credited, paid,
  sent, of, for, total, charge of, spent
merchant, payee, paid to, beneficiary, merchant name, counterparty, shop, store, retailer, transfer to, payment
  to ~ at, to, from, where, towards, sender, recipient, description
balance, available balance, balance after, new balance, remaining balance, current balance, account balance,
  available, closing balance, balance remains, balance is
reference, reference number, confirmation number, transaction reference, transaction number, our reference,
  refund number, authorisation code, payment reference, case reference, confirmation, confirmation code, trace
  number, approval code, upi reference number, booking reference, tracking number ~ code, number
transaction date, occurred, occurred on, date, when, posted, date of transaction, booking date, value date ~ on,
  sent on
email, e mail, email address, e mail address, reply to, contact email ~ contact, e
phone, phone number, t, m, call, hotline, telephone number, contact number, office, fax, handy, whatsapp ~
  contact
website, url, link, web, homepage, web address, site, webpage, links
linkedin, linkedin profile, linkedin url
github, github profile
salary, compensation, pay, wage, annual salary
revenue, sales, turnover
age, years old, aged
rating, score, stars, grade
weight, mass
discount rate, percentage, percent, rate, share
department, team, division
manager, supervisor, boss, head
ceo, chief executive, chief executive officer
doctor, physician, attending physician
event, event name, meeting
time, at, uhrzeit
steps, method, directions, procedure, preparation
servings, serves, portions, yield
ingredients
employees, staff, headcount, employs, workers, employee count, number of employees ~ people
origin, from, ships from, departure, departs, departing from, leaves ~ of
destination, ships to, arrival, arrives, arrives in, arriving at, deliver to, bound for ~ to
departure, departs, departure date, departure time, leaves, takes off
arrival, arrives, arrival date, arrival time, lands
eta, estimated arrival, expected delivery, estimated delivery, arrives on
description, beschreibung, bezeichnung, designation, descripcion, descrizione, omschrijving
amount, betrag, montant, importe, importo, bedrag
pay date, payment date, paid on, payday, zahltag, zahlungsdatum, auszahlungsdatum, date de paiement, fecha de pago, data di pagamento
order date, ordered on, bestelldatum, date de commande, fecha de pedido, data ordine
delivery date, delivered on, lieferdatum, liefertermin, date de livraison, fecha de entrega, data di consegna
expiry date, expires, valid until, gultig bis, ablaufdatum, date d expiration, fecha de caducidad, data di scadenza
birthday, geburtsdatum, date de naissance, fecha de nacimiento, data di nascita, geboortedatum
nationality, staatsangehorigkeit, nationalite, nacionalidad, cittadinanza, nazionalita
full name, vollstandiger name, nom complet, nom et prenom, nombre completo, nome completo, nome e cognome
document number, ausweisnummer, passnummer, passport number, numero du document, numero de documento, numero documento
policy number, policennummer, versicherungsnummer, numero de police, numero de poliza, numero polizza
claim number, schadennummer, numero de sinistre, numero de siniestro, numero sinistro
receipt number, belegnummer, numero de recu, numero de recibo, numero ricevuta
account holder, kontoinhaber, titulaire du compte, titular de la cuenta, intestatario
employee, mitarbeiter, arbeitnehmer, salarie, empleado, trabajador, dipendente
employer, arbeitgeber, employeur, empleador, empresa, datore di lavoro
gross pay, gross salary, bruttolohn, bruttogehalt, salaire brut, salario bruto, retribuzione lorda
net pay, net salary, nettolohn, nettogehalt, auszahlungsbetrag, salaire net, net a payer, salario neto, retribuzione netta
borrower, darlehensnehmer, kreditnehmer, emprunteur, prestatario, mutuatario
lender, darlehensgeber, kreditgeber, preteur, prestamista, mutuante
principal, loan amount, darlehensbetrag, kreditbetrag, montant du pret, importe del prestamo, importo del prestito
interest rate, zinssatz, sollzins, taux d interet, tipo de interes, tasso di interesse
term, laufzeit, duree, plazo, durata, duration
opening balance, previous balance, anfangssaldo, alter saldo, solde initial, saldo inicial, saldo iniziale
closing balance, new balance, endsaldo, neuer saldo, solde final, saldo final, saldo finale
debit, soll, lastschrift, debit amount, cargo, dare, addebito
credit, haben, gutschrift, credit amount, abono, avere, accredito
victim, injured party, geschadigter, geschadigte, opfer, victime, victima, vittima
beneficiary, payee, zahlungsempfanger, empfanger, begunstigter, beneficiaire, beneficiario
claimant, anspruchsteller, demandeur, reclamante, richiedente
issuer, emittent, aussteller, emetteur, emisor, emittente
taxpayer, steuerpflichtiger, contribuable, contribuyente, contribuente
store, shop, geschaft, filiale, magasin, tienda, negozio
meter number, zahlernummer, numero de compteur, numero de contador, numero contatore
weight, gewicht, poids, peso
consumption, verbrauch, consommation, consumo
politically exposed, politically exposed person, pep, politisch exponierte person, personne politiquement exposee, persona politicamente expuesta, persona politicamente esposta
marketing consent, consent to marketing, einwilligung werbung, consentement marketing, consentimiento marketing, consenso marketing
sanctions match, sanctions hit, sanctions screening, sanktionstreffer, correspondance sanctions, coincidencia sanciones, corrispondenza sanzioni
`;

/** A bill that is not paid in part has one sum, under the label of the total or of what is due. */
const neighbours: [string, string][] = [
  ['total', 'amount due'],
  ['amount due', 'total'],
];

export const groups: Group[] = withNeighbours(
  mergeGroups([
    ...lines
      .trim()
      .replace(/\n {2}/g, ' ')
      .split('\n')
      .map((line) => {
        const [strong = '', weak = ''] = line.split('~');
        return { strong: readPhrases(strong), second: [], weak: readPhrases(weak) };
      }),
    ...languages.flatMap(({ labels }) =>
      Object.entries(labels).map(([name, phrases]) => ({
        strong: [name, ...readPhrases(phrases)],
        second: [],
        weak: [],
      })),
    ),
  ]),
);

/** Merges groups that begin with the same phrase. Words in other languages are listed further down. */
function mergeGroups(all: Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const { strong, second, weak } of all) {
    const known = merged.get(strong[0]!);
    if (known === undefined) merged.set(strong[0]!, { strong: [...new Set(strong)], second, weak });
    else {
      known.strong = [...new Set([...known.strong, ...strong])];
      known.weak = [...new Set([...known.weak, ...weak])];
    }
  }
  // What one language only suggests, another may mean for certain.
  for (const group of merged.values()) group.weak = group.weak.filter((phrase) => !group.strong.includes(phrase));
  return [...merged.values()];
}

function withNeighbours(all: Group[]): Group[] {
  const find = (name: string): Group => all.find(({ strong }) => strong[0] === name)!;
  const own = neighbours.map(([name, other]) => ({ group: find(name), phrases: [...find(other).strong] }));
  for (const { group, phrases } of own) group.second = phrases.filter((phrase) => !group.strong.includes(phrase));
  return all;
}

/** As the words of a text are compared: without accents, "No." as "number". */
function readPhrases(text: string): string[] {
  return [...new Set(splitPhrases(text).map((phrase) => phraseOf(phrase)))];
}
