export { billsProjection } from './projector.ts';
export {
  billColumns,
  customersBilledSince,
  billingRecords,
  billTotals,
  billOfMonth,
  billsOfCustomers,
  billsOfMonth,
  billedMonths,
  billedMonthsOf,
  firstBilledMonth,
  selectBills,
} from './queries.ts';
export { billedOfMonth, lastBilledMonths, memosNotHeld, unbilledActivity } from './to-bill-queries.ts';
export { inThisLog, positionsNamed } from './moved-bill.ts';
export { IncompleteBill, wholeBill, type WholeBill } from './whole-bill.ts';
