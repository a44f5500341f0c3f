// Words that show what a text is about. They help the embeddings if an option is a common category: its name is read
// together with these words.

const cues: [RegExp, string][] = [
  [
    /\b(?:billing|payments?|charges?|invoic\w*)\b/,
    'charged, billed, invoice, payment, subscription, bill, amount, account statement, wrong charge, card, cancelled plan',
  ],
  [
    /\b(?:bug|defect|technical|error|crash|malfunction)\b/,
    'crash, crashes, error, bug, freezes, broken, stopped working, version, update, reinstalled, unexpected',
  ],
  [
    /\b(?:access|login|sign in|password|authentication|account)\b/,
    'log in, login, password, locked out, sign-in, two-factor, reset, account disabled, access, user not found',
  ],
  [
    /\b(?:shipping|delivery|shipment|logistics)\b/,
    'parcel, delivery, delivered, courier, tracking, carrier, arrived, shipped, box, package, shipping, damaged, return',
  ],
  [
    /\b(?:feature|enhancement|suggestion|idea|improvement)\b/,
    'could you add, would be great, would be useful, suggest, suggests, idea, feature, wish, support for, setting',
  ],
  [
    /\b(?:meeting|appointment|call|schedule)\b/,
    'meet, meeting, call, appointment, calendar, schedule, are you free, video call, join, office, time suits',
  ],
  [
    /\b(?:complaint|dissatisfaction|grievance)\b/,
    'complaint, disappointed, unacceptable, disgrace, angry, apology, refund, demand, third time, never again, broken, compensation, not acceptable, not good enough, let down, complain, poor service, fed up',
  ],
  [
    /\b(?:application|applicant|recruit\w*|job)\b/,
    'apply, applying, position, CV, résumé, interview, opening, degree, portfolio, hiring, candidate, references attached',
  ],
  [
    /\b(?:newsletter|marketing|promotion|digest)\b/,
    'newsletter, unsubscribe, news, this month, edition, issue, subscribe, read more, opt out, members, signed up, view in browser, list-unsubscribe, in the shop, offer ends, in this edition',
  ],
  [
    /\b(?:request|inquiry|enquiry|question)\b/,
    'could you please, please send, kindly send, please return, let me know, we need, quote, confirm, no later than',
  ],
  [
    /\b(?:business|economy|finance|financial|markets?|companies)\b/,
    'company, shares, billion, million, revenue, investors, deal, acquire, chief executive, profit, bank, shareholders, start-up, market',
  ],
  [
    /\b(?:politics|political|government|elections?|policy)\b/,
    'parliament, minister, vote, voted, law, senate, election, government, party, mayor, bill, opposition, president, lawmakers, council',
  ],
  [
    /\b(?:sports?|athletics|football|games?)\b/,
    'match, goal, team, coach, cup, final, won, champion, race, season, league, scored, half-time, marathon, title',
  ],
  [
    /\b(?:technology|tech|software|computing|it)\b/,
    'software, chip, processor, internet, phone, app, security, data, computer, firmware, device, users, update, launch, source code',
  ],
  [
    /\b(?:science|research|scientific)\b/,
    'researchers, study, scientists, journal, university, experiment, findings, laboratory, discovered, evidence, biologists, astronomers',
  ],
  [
    /\b(?:health|medicine|medical|healthcare)\b/,
    'hospital, patients, doctors, vaccine, disease, nurses, infections, clinic, treatment, health, medicine, side effects',
  ],
  [
    /\b(?:disaster|emergency|accident|catastrophe)\b/,
    'earthquake, flood, evacuated, rescue, injured, storm, fire, damage, shelters, emergency aid, hurricane',
  ],
  [
    /\b(?:culture|arts?|entertainment|music|film)\b/,
    'film, music, concert, actor, album, exhibition, artist, museum, novel, theatre, festival',
  ],
  [
    /\b(?:crime|legal|justice|law)\b/,
    'police, arrested, court, judge, prosecutors, suspect, murder, lawsuit, trial, sentenced',
  ],
  [/\b(?:environment|climate|weather)\b/, 'climate, emissions, carbon, wildlife, rain, temperature, pollution, forest'],
  [/\b(?:travel|tourism)\b/, 'hotel, flight, trip, tourists, booking, airport'],
  [
    /\b(?:purchase|buy|sale)\b/,
    'purchase, purchased, spent, bought, at the shop, merchant, contactless, card payment, card was used, was used at, online purchase',
  ],
  [/\b(?:withdrawal|cash)\b/, 'withdrawal, ATM, cash, withdrawn, withdrew'],
  [
    /\b(?:transfer in|incoming|deposit|credit|received)\b/,
    'credit alert, credited from, deposit, received, salary, payment received, incoming, from, CR',
  ],
  [
    /\b(?:transfer out|outgoing|debit|sent|payment out)\b/,
    'debited, you sent, transfer to, paid to, standing order, sent money, amount sent, towards, beneficiary',
  ],
  [
    /\b(?:declined|refused|rejected|blocked|failed)\b/,
    'declined, refused, blocked, frozen, not approved, attempt, rejected',
  ],
  [
    /\b(?:refund|reimbursement|chargeback)\b/,
    'refund, refunded, money back, reimburse, reimbursed, return the money, credited back, refund me, euros back, dollars back, pounds back, take it back',
  ],
  [
    /\b(?:cancel\w*|churn|terminat\w*)\b/,
    'cancel, cancelled, cancellation, terminate, end my subscription, close my account',
  ],
  [
    /\b(?:spam|phishing|scam|fraud\w*)\b/,
    'click here, winner, verify your account, urgent action, suspicious, fraud, unauthorised, scam',
  ],
  [
    /\b(?:urgent|urgency|critical)\b/,
    'urgent, urgently, immediately, as soon as possible, asap, deadline, at once, critical, emergency',
  ],
  [/\b(?:remote|home office)\b/, 'remote, work from home, home office, anywhere'],
  [/\b(?:attachments?)\b/, 'attached, attachment, enclosed, please find'],
];

/** Returns phrases that are typical of a category, or none if it is not a common one. */
export function cuesFor(words: string): string[] {
  return cues.filter(([pattern]) => pattern.test(words)).flatMap(([, phrases]) => phrases.split(', '));
}
