import { operations } from '@errand/contract/operations/operations.ts';
import { type Kind, toTool } from './build-tools.ts';
import type { OwnTool } from './own-tool.ts';

// Tools of the case desk: an assistant reads a case, searches its transactions and writes for whoever it belongs to. What
// decides or moves alerts asks first. Approving, rejecting and restricting have no tool: a second person
// decides at the desk, and so does whoever limits a case to named people.

const { caseQueues, caseAlerts, caseDesk, caseRecords, transactions, screening, screeningWatches } = operations;

const asks = (warning: string): Kind => ({ shows: caseDesk.get, warning, asks: true });

const table: [name: string, operation: Parameters<typeof toTool>[1], kind?: Kind][] = [
  ['list_case_queues', caseQueues.list],
  ['list_cases', caseDesk.list],
  ['get_case', caseDesk.get],
  ['get_case_timeline', caseDesk.timeline],
  ['list_case_alerts', caseAlerts.list],
  ['get_case_alert', caseAlerts.get],
  ['list_case_transactions', transactions.list],
  ['get_case_network', transactions.network],
  ['get_case_report', caseRecords.report],
  ['get_case_figures', caseRecords.figures],
  ['send_case_alert', caseAlerts.create],
  ['assign_case', caseDesk.assign, { shows: caseDesk.get }],
  ['set_case_priority', caseDesk.priority, { shows: caseDesk.get }],
  ['add_case_note', caseDesk.note],
  ['add_case_task', caseDesk.task],
  ['update_case_task', caseDesk.updateTask],
  ['pause_case_clock', caseDesk.pauseClock, { shows: caseDesk.get }],
  ['save_case_report', caseRecords.saveReport, { shows: caseRecords.report }],
  ['decide_case', caseDesk.decide, asks('This closes the case, or proposes the decision to a second person.')],
  ['reopen_case', caseDesk.reopen, asks('The earlier decision stays on record.')],
  ['merge_case', caseDesk.merge, asks('Its alerts and jobs move to the other case.')],
  ['split_case', caseDesk.split, asks('The alerts become a case of their own.')],
  ['list_screening_lists', screening.lists],
  ['screen_names', screening.screen],
  ['list_screening_watches', screeningWatches.list],
  ['list_screening_matches', screeningWatches.matches],
  ['get_screening_match', screeningWatches.match],
  ['decide_screening_match', screening.decide, { warning: 'False positives are left out of matches.', asks: true }],
];

export const deskTools: OwnTool[] = table.map(([name, operation, kind = {}]) => toTool(name, operation, kind));
