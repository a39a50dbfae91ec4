import type { Bill } from '#contracts/billing/index.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { issueDocuments } from './issue-documents.ts';

/**
 * Makes the documents of every bill, whoever created it and however; what a killed process left undone is made then. A
 * bill that a later version has replaced meanwhile is left: its documents would come after the later one's.
 */
export function billDocumentsReactor(context: InvoicesContext): Reactor {
  return {
    name: 'bill-documents',
    eventTypes: ['BillCreated'],
    startAt: 'beginning',
    async react(recorded) {
      const event = parseFact(recorded);
      if (event.type !== 'BillCreated') return;
      const { effectiveAt: _, ...created } = event.data;
      const bill: Bill = {
        ...created,
        issuedAt: event.metadata.recordedAt,
        eventId: event.id,
        position: event.position.toString(),
        issuedBy: event.metadata.actor.username,
      };
      const newest = await billOfMonth(context.db, bill.customerId, bill.month);
      if (newest && newest.version > bill.version) return;
      await issueDocuments(context, bill);
    },
  };
}
