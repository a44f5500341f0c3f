import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyRule } from '#policies/model.ts';
import { entail } from './entail.ts';
import { nearness, supports } from './support.ts';

// Quotations beside rules: which carry a hit, and which do not. Each stands word for word in its case.

const ruleOf = (title: string, description = ''): PolicyRule => ({
  id: title,
  category: 'Rules',
  categoryDescription: '',
  title,
  description,
  flag: 'RED_FLAG',
  subRules: [],
});

const rules = {
  wire: ruleOf('Wire to a sanctioned country', 'A wire transfer to Iran, Syria, Cuba or North Korea.'),
  amount: ruleOf('High amount', 'A single transaction over 10,000.'),
  sanctions: ruleOf('Counterparty on a sanctions list', 'The counterparty is listed by OFAC, the UN or the EU.'),
  pep: ruleOf('Politically exposed person', 'The customer is a politically exposed person (PEP).'),
  replica: ruleOf('Counterfeit goods', 'The listing offers a replica, a fake or an imitation of a brand.'),
  weapons: ruleOf('Weapons', 'Firearms, ammunition and knives that are made to hurt people.'),
  cash: ruleOf('Structured cash deposits', 'Several cash deposits shortly under the reporting limit.'),
  cure: ruleOf('Health claims', 'The listing promises to cure or prevent a disease.'),
  alcohol: ruleOf('Alcohol', 'Beer, wine and spirits are sold.'),
  identity: ruleOf('Missing proof of identity', 'No passport or identity card was given.'),
  young: ruleOf('Young account', 'The account was opened less than 30 days ago.'),
  mule: ruleOf('Money mule', 'Money is passed on to somebody else shortly after it arrives.'),
};

const card =
  '{"id":"T-17","kind":"card payment","amount":46.5,"merchant":"Green Grocer Supermarket","country":"DE","sanctions_list":"","wire_country":"","counterparty":"Green Grocer"}';

type Row = [keyof typeof rules, string];

const carrying: Row[] = [
  ['wire', '{"kind":"wire transfer","country":"Iran","amount":48000}'],
  ['wire', 'On 3 May a wire of EUR 9,000 went to a bank in Syria.'],
  ['wire', 'A wire transfer to North Korea was booked.'],
  ['amount', '"amount": 48000'],
  ['amount', 'A transaction of 2.5 million euros was booked on Monday.'],
  ['amount', 'Amount: 12,500.00 EUR'],
  ['sanctions', 'The counterparty Volga Trade is listed by OFAC.'],
  ['sanctions', '"on_sanctions_list": true, "counterparty": "Volga Trade"'],
  ['sanctions', 'Counterparty on sanctions list: yes'],
  ['pep', '"pep": true'],
  ['pep', 'PEP: yes.'],
  ['pep', 'The customer is a politically exposed person: she is minister of finance.'],
  ['pep', '"is_politically_exposed": true'],
  ['replica', 'This is a high quality replica of the famous watch.'],
  ['replica', 'A fake handbag that looks like the brand.'],
  ['replica', 'Replica: yes'],
  ['replica', 'It is not new, but a perfect imitation of the brand.'],
  ['weapons', 'Hunting knives and ammunition for every rifle.'],
  ['weapons', 'We sell firearms to collectors.'],
  ['weapons', '"category": "firearms and ammunition"'],
  ['cash', 'Nine cash deposits of just under the reporting limit within a week.'],
  ['cash', '{"kind":"cash deposit","amount":9900},{"kind":"cash deposit","amount":9800}'],
  ['cure', 'This tea cures cancer within weeks.'],
  ['cure', 'It promises to prevent every disease.'],
  ['alcohol', 'Red wine from Tuscany, six bottles.'],
  ['alcohol', '"product": "craft beer, 24 bottles"'],
  ['identity', 'The customer gave no passport and no identity card.'],
  ['identity', '"identity_card": "missing"'],
  ['identity', 'Proof of identity: none'],
  ['young', 'The account was opened 12 days ago.'],
  ['mule', 'The money was passed on to another person the same day.'],
];

const refused: Row[] = [
  // Irrelevant: true sentences about something else, and names of members only.
  ['wire', card],
  ['amount', card],
  ['sanctions', card],
  ['pep', card],
  ['replica', 'Ships today from our warehouse in Leeds.'],
  ['weapons', 'Wool blanket, soft and warm, made in Wales.'],
  ['cash', 'The salary of EUR 3,100 arrives each month.'],
  ['cure', 'The mug is made of steel and keeps tea warm.'],
  ['alcohol', 'Free delivery from 50 euros.'],
  ['amount', '"amount": 46.5'],
  ['amount', 'A transaction of 9,999.99 was booked.'],
  ['young', 'The account was opened 900 days ago.'],
  // Denied.
  ['replica', 'This is not a replica.'],
  ['pep', 'The customer is not a politically exposed person.'],
  ['pep', '"pep": false'],
  ['pep', 'PEP: no.'],
  ['sanctions', 'The counterparty is not on any sanctions list.'],
  ['sanctions', '"on_sanctions_list": false'],
  ['weapons', 'We never sell firearms or ammunition.'],
  ['weapons', 'No weapons, no ammunition.'],
  ['cure', 'It does not cure or prevent any disease.'],
  ['alcohol', 'We sell no beer, wine or spirits.'],
  ['wire', 'He denied that a wire transfer went to Iran.'],
  ['sanctions', 'The hit on the sanctions list was ruled out.'],
  // Unknown, supposed, or not looked at.
  ['pep', 'PEP: unknown'],
  ['pep', 'PEP: not checked'],
  ['pep', '"pep": null'],
  ['pep', '"pep": "unknown"'],
  ['sanctions', 'If the counterparty is on a sanctions list, call the officer.'],
  ['replica', 'Is this a replica?'],
  ['sanctions', 'Sanctions list: pending'],
  ['wire', 'A wire transfer to Iran would be refused.'],
  // Of somebody else.
  ['pep', 'Another customer of this branch is a politically exposed person.'],
  ['sanctions', 'A namesake of the counterparty is listed by OFAC.'],
  ['replica', 'Unlike a replica, our watch comes with its papers.'],
  ['weapons', 'A competitor sells firearms and ammunition.'],
  // Names and labels only.
  ['pep', '"pep": ""'],
  ['weapons', 'Weapons:'],
  ['sanctions', '"sanctions_list": ""'],
];

const carries = async ([name, quotation]: Row): Promise<boolean> => {
  const rule = rules[name];
  const entailed = entail(rule, [{ quote: quotation }]);
  return entailed.problem === undefined && supports(rule, entailed, await nearness(rule, entailed.stated));
};

test('of the quotations that do not say what their rule asks none carries a hit, and of those that do at least 95 % do', async () => {
  assert.ok(carrying.length + refused.length >= 60);
  const wrong: Row[] = [];
  for (const row of refused) if (await carries(row)) wrong.push(row);
  assert.deepEqual(wrong, []);
  const lost: Row[] = [];
  for (const row of carrying) if (!(await carries(row))) lost.push(row);
  assert.ok(lost.length <= carrying.length * 0.05, JSON.stringify(lost));
});
