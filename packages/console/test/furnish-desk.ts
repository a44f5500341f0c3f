import { createPerson, type Person } from '../../server/test/people.ts';
import { until } from '../../server/test/until.ts';
import { uploadCsv } from '../../server/test/workspace/workspace.ts';
import type { Stage } from './console.ts';

// A case desk as it looks after some weeks: people with roles, queues, a list of names, transactions with patterns, and
// cases in every state. For pictures, and for the walk from an alert to the sealed file.

export type Desk = {
  analyst: Person;
  approver: Person;
  auditor: Person;
  queue: string;
  /** An open case with several alerts, transactions, findings, a match on a list and a report. */
  main: string;
  decided: string;
  proposed: string;
  playbook: string;
  rehearsal: string;
};

const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const subjects = [
  ['company', 'Hartmann Import GmbH', 'DE07 7001'],
  ['person', 'Marija Petrović', 'DE07 7002'],
  ['person', 'Jean-Luc Moreau', 'DE07 7003'],
  ['merchant', 'Blue Lagoon Travel Ltd', 'DE07 7004'],
  ['person', 'Ahmed al-Masri', 'DE07 7005'],
  ['company', 'Северный путь ООО', 'DE07 7006'],
  ['person', 'Nguyễn Thị Hoa', 'DE07 7007'],
  ['merchant', 'Casa Verde Ristorante', 'DE07 7008'],
  ['person', 'Sofia Lindqvist', 'DE07 7009'],
  ['company', 'Orion Freight & Storage Inc.', 'DE07 7010'],
] as const;
const rules = ['many small transfers', 'new account, large payment', 'pass-through within a day', 'name on a list'];

export async function furnishDesk({ harness, org }: Stage): Promise<Desk> {
  const [analyst, second, approver, auditor] = [
    await createPerson(harness, org, 'analyst'),
    await createPerson(harness, org, 'analyst'),
    await createPerson(harness, org, 'approver'),
    await createPerson(harness, org, 'auditor'),
  ];
  const { playbook, rehearse } = await createPlan(org);
  const queue = (
    await org.expect(201, 'POST', '/v1/case-queues/', {
      name: 'Payments',
      join_rule: { by: ['account', 'device'], within_days: 60 },
      clocks: [
        {
          name: 'First look',
          from: 'alert',
          hours: 8,
          calendar: { time_zone: 'Europe/Berlin', from: '09:00', to: '17:00' },
        },
        { name: 'Report', from: 'detection', hours: 72, calendar: { time_zone: 'Europe/Berlin' } },
      ],
      reason_codes: ['no_suspicion', 'structuring', 'mule_account', 'sanctions'],
      four_eyes: { outcomes: ['report'] },
      playbook_id: playbook,
    })
  ).id;
  await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Onboarding', clocks: [], reason_codes: [] });
  await fillTable(org, queue);
  await fillList(org);
  const cases = await sendAlerts(org, queue);
  const main = cases[0]!;
  await until(
    async () => (await org.expect(200, 'GET', `/v1/cases/${main}/`)).jobs.length >= 2,
    'the first look of the playbook',
    60_000,
  );
  await work(main, { analyst, second, cases });
  const decision = { outcome: 'no_report', reason_code: 'no_suspicion', narrative: 'The transfers pay a wage.' };
  for (const id of cases.slice(6)) await second.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  await org.expect(201, 'POST', '/v1/case-checks/sample/', { count: 3 });
  const checks = (await approver.expect(200, 'GET', '/v1/case-checks/?open=true')).results;
  for (const [index, { id }] of checks.slice(0, 2).entries())
    await approver.expect(200, 'POST', `/v1/case-checks/${id}/decide/`, {
      agrees: index === 0,
      ...(index > 0 && { right_outcome: 'report', comment: 'The counterparty is on the list.' }),
    });
  const proposed = cases[3]!;
  await analyst.expect(202, 'POST', `/v1/cases/${proposed}/decide/`, {
    ...{ outcome: 'report', reason_code: 'mule_account' },
    narrative: 'Money of eleven payers left within a day. Nobody could say what it paid for.',
  });
  return {
    analyst,
    approver,
    auditor,
    queue,
    main,
    decided: cases[7]!,
    proposed,
    playbook,
    rehearsal: await rehearse(),
  };
}

type Org = Stage['org'];

async function createPlan(org: Org): Promise<{ playbook: string; rehearse(): Promise<string> }> {
  const agent = await org.expect(201, 'POST', '/v1/agents/', {
    name: 'First look',
    engine_class_id: 'TemplateEngine',
    engine_config: { template: { seen: '${text}', question: 'Who are the payers, and what did they pay for?' } },
    input_definitions: [{ key: 'text', data_type: 'text/plain' }],
  });
  const look = {
    name: 'look',
    agent_id: agent.id,
    inputs: { text: '${alert.rule}, ${alert.amount} ${alert.currency}' },
  };
  const history = {
    ...{ name: 'history', agent_id: agent.id, then: 'escalate' },
    when: [{ path: '/alert/amount', op: 'gt', value: 40_000 }],
    inputs: { text: '${case.earlier_decisions_text}' },
  };
  const plan = await org.expect(201, 'POST', '/v1/playbooks/', {
    name: 'Payments, first look',
    description: 'An agent reads every alert. Large sums go to a person at once.',
    content: { steps: [look, history], auto_close: null },
    version_name: 'first',
  });
  const later = await org.expect(201, 'POST', `/v1/playbooks/${plan.id}/versions/`, {
    content: {
      steps: [look, { ...history, when: [{ path: '/alert/amount', op: 'gt', value: 25_000 }] }],
      auto_close: null,
    },
    version_name: 'lower limit',
    make_current: false,
  });
  return {
    playbook: plan.id,
    async rehearse() {
      const path = `/v1/playbooks/${plan.id}/rehearsals/`;
      const { id } = await org.expect(201, 'POST', path, { version_id: later.id });
      await until(
        async () => (await org.expect(200, 'GET', `${path}${id}/`)).status !== 'running',
        'the end of the rehearsal',
        60_000,
      );
      return id;
    },
  };
}

/** Transfers of a month: wages and rents, eleven payers of one account, and money that goes in a circle. */
async function fillTable(org: Org, queue: string): Promise<void> {
  const lines = ['id,booked_at,sender,receiver,amount,currency'];
  const add = (day: number, from: string, to: string, amount: number) =>
    lines.push(
      `t${lines.length},2026-03-${String(day).padStart(2, '0')}T10:${10 + (lines.length % 50)}:00Z,${from},${to},${amount},EUR`,
    );
  for (let day = 1; day <= 28; day += 1)
    for (let one = 0; one < 8; one += 1)
      add(
        day,
        `DE08 ${1000 + ((day * 7 + one * 13) % 60)}`,
        `DE08 ${1100 + ((day * 5 + one * 11) % 60)}`,
        40 + ((day * 37 + one * 91) % 900),
      );
  for (let payer = 0; payer < 11; payer += 1)
    add(11 + (payer % 3), `DE09 ${2000 + payer}`, 'DE07 7001', 4_900 - payer * 35);
  add(14, 'DE07 7001', 'DE09 3001', 26_000);
  add(14, 'DE07 7001', 'DE09 3002', 24_500);
  add(16, 'DE09 3001', 'DE09 3003', 25_500);
  add(17, 'DE09 3003', 'DE07 7001', 25_100);
  for (const day of [3, 10, 17, 24]) add(day, 'DE07 7001', 'DE09 4001', 1_850);
  await uploadCsv(org, 'payments', `${lines.join('\n')}\n`);
  const columns = { id: 'id', at: 'booked_at', from: 'sender', to: 'receiver', amount: 'amount', currency: 'currency' };
  await org.expect(200, 'PUT', `/v1/case-queues/${queue}/transactions/`, { table: 'payments', columns });
}

async function fillList(org: Org): Promise<void> {
  const { id } = await org.expect(201, 'POST', '/v1/screening-lists/', {
    name: 'Own list',
    description: 'People and companies with whom we end business.',
  });
  const csv = [
    'id,kind,name,aliases,birth_date,country,identifiers,program',
    '17,company,HARTMANN IMPORT EXPORT G.M.B.H.,Hartmann Imports,,DE,register=HRB 7788,own',
    '18,person,PETROVIC Marija,Petrovich Mariya,1981-04-02,RS,,own',
    '19,person,Ahmad AL MASRI,Achmed el-Masri,1975,SY,passport=A1234567,own',
  ].join('\n');
  const form = new FormData();
  form.set('file', new Blob([csv]), 'own.csv');
  form.set('format', 'csv');
  await org.expect(201, 'POST', `/v1/screening-lists/${id}/import/`, form);
}

/** Two or three alerts for each subject. Gives the ids of the cases, by subject. */
async function sendAlerts(org: Org, queue: string): Promise<string[]> {
  const cases: string[] = [];
  for (const [index, [kind, name, account]] of subjects.entries()) {
    for (let alert = 0; alert < (index === 0 ? 4 : 1 + (index % 2)); alert += 1) {
      const { case_id: id } = await org.expect(201, 'POST', '/v1/case-alerts/', {
        ...{ queue, external_id: `tm-2026-${1000 + index * 10 + alert}`, rule: rules[(index + alert) % rules.length] },
        subject: { kind, name: alert === 2 ? name.toUpperCase() : name, identifiers: { account } },
        ...{
          amount: 9_900 + index * 3_300 + alert * 11_000,
          currency: 'EUR',
          detected_at: ago(index === 1 ? 9 : alert / 2),
        },
        ...(index < 2 && { priority: index === 0 ? 'urgent' : 'high' }),
        data: { transfers: 11 + alert, note: 'Payers without earlier business.', channel: 'online' },
      });
      if (alert === 0) cases.push(id);
    }
  }
  return cases;
}

type Workers = { analyst: Person; second: Person; cases: string[] };

async function work(main: string, { analyst, second, cases }: Workers): Promise<void> {
  const { expect } = analyst;
  await expect(200, 'POST', `/v1/cases/${main}/assign/`, { user_id: analyst.userId });
  for (const id of cases.slice(1, 3))
    await second.expect(200, 'POST', `/v1/cases/${id}/assign/`, { user_id: second.userId });
  await expect(200, 'POST', `/v1/cases/${cases[3]}/assign/`, { user_id: analyst.userId });
  await expect(201, 'POST', `/v1/cases/${main}/note/`, {
    text: 'The customer says that the payers are craftsmen who bought machines. No invoices yet.',
  });
  await expect(201, 'POST', `/v1/cases/${main}/task/`, { title: 'Ask for the invoices of March' });
  const done = await expect(201, 'POST', `/v1/cases/${main}/task/`, { title: 'Read the register of companies' });
  await expect(200, 'PATCH', `/v1/cases/${main}/tasks/${done.id}/`, { done: true });
  await second.expect(200, 'POST', `/v1/cases/${cases[2]}/pause-clock/`, {
    ...{ name: 'Report', paused: true, reason: 'The customer was asked for invoices until Friday.' },
  });
  const draft = await expect(200, 'GET', `/v1/cases/${main}/report/?template=fincen`);
  const { notes } = await expect(200, 'GET', `/v1/cases/${main}/`);
  const sections = draft.sections.map(({ key, title, sentences }: any) => ({
    key,
    title,
    sentences: [
      ...sentences.map(({ text, citations }: any) => ({ text, citations })),
      ...(key === 'part_5'
        ? [
            {
              text: 'The customer explains the payments with machines that craftsmen bought.',
              citations: [{ kind: 'note', id: notes[0].id, quote: 'craftsmen who bought machines' }],
            },
            { text: 'The explanation is not plausible.', citations: [] },
          ]
        : []),
    ],
  }));
  await expect(200, 'PUT', `/v1/cases/${main}/report/`, { template: 'fincen', sections, revision: 0 });
}
