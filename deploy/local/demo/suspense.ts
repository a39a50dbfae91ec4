import { customerByAccountCode } from '#projections/customers/index.ts';
import { recordDocument, type StonesContext } from '#services/stones/index.ts';
import { syncInstance, type TradingSystem } from '#services/trading-system/index.ts';

/** Before the first document of the simulated trading system, whose documents are numbered from 1. */
const BEFORE_THE_FIRST = '0';

/**
 * Reads two documents of the trading system that cannot be recorded: one on an account code that no customer has, one for a
 * parcel that is not known. They stand in the suspense list until an administrator assigns the one and the other comes.
 */
export async function fillSuspense(context: StonesContext, parcelName: string): Promise<void> {
  const date = context.clock().toISOString();
  const common = { line: 1, version: 1, date };
  const documents = [
    { ...common, docType: 'MEMO', docNo: 'M-4411', accountCode: '10-31-7702', parcelName, amount: 2480 },
    {
      ...common,
      docType: 'INVOICE',
      docNo: 'I-4412',
      accountCode: '10-07-4259',
      parcelName: 'MC99001',
      amount: 5150,
    },
  ];
  const peer: TradingSystem = {
    documentsAfter: async (_instance, cursor) => ({
      documents: cursor === null ? documents : [],
      cursor: cursor ?? BEFORE_THE_FIRST,
    }),
    post: async () => undefined,
    withdraw: async () => false,
  };
  const report = await syncInstance(
    {
      db: context.db,
      events: context.events,
      clock: context.clock,
      peer,
      customerByAccountCode: (dxInstance, accountCode, at) =>
        customerByAccountCode(context.db, { dxInstance, accountCode }, at, context.zone),
      // The one's account was never assigned and the other's parcel is unknown, however new the answer is.
      customersCaughtUp: async () => true,
      recordDocument: (document) => recordDocument(context, document),
    },
    'VITRINE',
  );
  if (report.failed !== undefined) throw new Error(`the demo's suspense list: ${report.failed}`);
}
