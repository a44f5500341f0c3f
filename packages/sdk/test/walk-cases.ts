import type { Errand } from '../src/index.ts';

type Ids = Record<string, string>;

const decision = { outcome: 'no_report', reason_code: 'clear', narrative: 'A wage.' };
const reason = 'For the walk.';

/** The operations of the case desk, for walk.ts. What a decision closes is opened again. */
export function keepCases(errand: Errand, ids: Ids) {
  const {
    case_queue_id: queue = '',
    case_alert_id: alertId = '',
    desk_case_id: id = '',
    case_task_id: task = '',
    transactions_table: table = '',
    detection_run_id: run = '',
  } = ids;
  const alert = (externalId: string, account: string) =>
    errand.caseAlerts.create({
      queue,
      external_id: externalId,
      subject: { kind: 'person', name: 'Jane Roe', identifiers: { account } },
      rule: 'walk',
      detected_at: '2026-03-27T10:00:00Z',
    });
  let added = '';
  let document = '';
  return {
    'caseQueues.list': () => errand.caseQueues.list(),
    'caseQueues.create': () => errand.caseQueues.create({ name: 'Made by the SDK' }),
    'caseQueues.get': () => errand.caseQueues.get(queue),
    'caseQueues.update': () => errand.caseQueues.update(queue, { reason_codes: ['clear'] }),
    'caseAlerts.create': async () => {
      added = (await alert('walk-1', 'world')).id;
    },
    'caseAlerts.list': () => errand.caseAlerts.list(),
    'caseAlerts.facets': () => errand.caseAlerts.facets({ q: 'rule:walk' }),
    'caseAlerts.get': () => errand.caseAlerts.get(alertId),
    'caseRecords.file': () => errand.caseRecords.file(id),
    'caseRecords.hold': () => errand.caseRecords.hold(id, { reason }),
    'caseRecords.releaseHold': () => errand.caseRecords.releaseHold(id),
    'caseRecords.report': () => errand.caseRecords.report(id, { template: 'fincen' }),
    'caseRecords.saveReport': () =>
      errand.caseRecords.saveReport(id, {
        template: 'no_report',
        sections: [{ key: 'why', title: 'Why', sentences: [{ text: 'A wage.', citations: [] }] }],
        revision: 0,
      }),
    'caseRecords.liftRestrictions': () => errand.caseRecords.liftRestrictions({ reason }),
    'caseRecords.figures': () => errand.caseRecords.figures(),
    'caseTemplates.list': () => errand.caseTemplates.list(),
    'caseTemplates.put': () => errand.caseTemplates.put('house', { sections: [{ key: 'facts', title: 'Facts' }] }),
    'caseTemplates.delete': () => errand.caseTemplates.delete('house'),
    'caseChecks.list': () => errand.caseChecks.list({ open: true }),
    'caseChecks.sample': () => errand.caseChecks.sample({ count: 1 }),
    'caseChecks.decide': () => errand.caseChecks.decide(ids.case_check_id!, { agrees: true }),
    'caseDesk.list': () => errand.caseDesk.list({ state: 'open' }),
    'caseDesk.facets': () => errand.caseDesk.facets({ q: 'state:open' }),
    'caseDesk.priority': () => errand.caseDesk.priority(id, { priority: 'high', reason }),
    'caseDocuments.add': async () => {
      document = (await errand.caseDocuments.add(id, fileForm())).id;
    },
    'caseDocuments.content': () => errand.caseDocuments.content(id, document),
    'caseDocuments.delete': () => errand.caseDocuments.delete(id, document),
    'caseDesk.get': () => errand.caseDesk.get(id),
    'caseDesk.timeline': () => errand.caseDesk.timeline(id),
    'caseDesk.assign': () => errand.caseDesk.assign(id, { user_id: null }),
    'caseDesk.note': () => errand.caseDesk.note(id, { text: 'A note' }),
    'caseDesk.task': () => errand.caseDesk.task(id, { title: 'A task' }),
    'caseDesk.updateTask': () => errand.caseDesk.updateTask(id, task, { done: true }),
    'caseDesk.pauseClock': () => errand.caseDesk.pauseClock(id, { name: 'Report', reason, paused: true }),
    'caseDesk.split': () => errand.caseDesk.split(id, { alert_ids: [added], reason }),
    'caseDesk.restrict': () => errand.caseDesk.restrict(id, { user_ids: [] }),
    'caseDesk.approve': () => errand.caseDesk.approve(id, {}),
    'caseDesk.reject': () => errand.caseDesk.reject(id, { comment: 'No.' }),
    'caseDesk.decide': () => errand.caseDesk.decide(id, decision),
    'caseChecks.create': () => errand.caseChecks.create({ case_id: id }),
    'caseDesk.reopen': () => errand.caseDesk.reopen(id, { reason }),
    'caseDesk.merge': async () => {
      const other = await alert('walk-2', 'another');
      return errand.caseDesk.merge(other.case_id!, { into_case_id: id, reason });
    },
    'transactions.getSource': () => errand.transactions.getSource(queue),
    'transactions.setSource': () =>
      errand.transactions.setSource(queue, {
        table,
        columns: { at: 'booked', from: 'sender', to: 'receiver', amount: 'amount' },
      }),
    'transactions.list': () => errand.transactions.list(id),
    'transactions.network': () => errand.transactions.network(id),
    'transactions.detect': () => errand.transactions.detect(queue, {}),
    'transactions.listRuns': () => errand.transactions.listRuns(),
    'transactions.getRun': () => errand.transactions.getRun(run),
    'transactions.deleteSource': () => errand.transactions.deleteSource(queue),
    'caseQueues.delete': async () => errand.caseQueues.delete((await errand.caseQueues.create({ name: 'Empty' })).id),
  };
}

function fileForm(): FormData {
  const form = new FormData();
  form.set('file', new File(['An invoice'], 'invoice.txt'));
  return form;
}
