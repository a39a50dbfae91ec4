import { billOfMonth } from '#projections/billing/index.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import { issuedBill } from '../bill-parts.ts';
import type { DocumentsContext } from '../billing-context.ts';
import { isNumbered } from '../finance/document-numbers.ts';
import { issueDocuments } from './issue-documents.ts';

/**
 * Draws and keeps the documents of every bill, however it was created, and those that a killed process left undone. A
 * bill that has been replaced in the meantime is skipped, unless it has a number by then: a credit note takes that back
 * (rule: Document numbers).
 */
export function billDocumentsReactor(
  context: DocumentsContext & { events: Pick<EventStore, 'readStream'> },
): Reactor {
  return {
    name: 'bill-documents',
    eventTypes: ['BillCreated'],
    startAt: 'beginning',
    async react(recorded) {
      const event = parseFact(recorded);
      if (event.type !== 'BillCreated') return;
      const { customerId, month, version } = event.data;
      const newest = await billOfMonth(context.db, customerId, month);
      const isReplaced = newest !== null && newest.version > version;
      if (isReplaced && !(await isNumbered(context.db, event.id))) return;
      await issueDocuments(context, await issuedBill(context.events, event), isReplaced);
    },
  };
}
