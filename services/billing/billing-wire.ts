import type { z } from 'zod';
import type { WireDocument, WireLine } from '#contracts/api/bill-lines.ts';
import type {
  billRunDetails,
  billRunResource,
  explanationSchema,
  holdingDaySchema,
  holdingReply,
  issuedBillSchema,
  WireBill,
  WireBillComparison,
  WireSettlement,
  wireStatementSchema,
} from '#contracts/api/bills.ts';
import {
  type Bill,
  type BillLine,
  type CalculatedBill,
  type DocumentRef,
  type Explanation,
  type LineDifference,
  type Settlement,
  type VendorStatement,
} from '#contracts/billing/index.ts';
import { dollars, percent } from '#contracts/vocabulary/money.ts';
import type { ComparedBill } from './compare-bills.ts';
import type { HeldAt, HoldingDay } from './holdings.ts';
import type { BillRun, RunItem } from './runs/run-store.ts';

// Billing in the units of the wire (rule: Units on the wire): cents become dollars, parts per million percent.

/** A bill as computed, in dollars and percent. */
export function wireBill(bill: CalculatedBill): WireBill {
  const { customerId, month, cut, policyVersion, overridesHash, inputHash, lines, totalCents, dueDate } =
    bill;
  return {
    customerId,
    month,
    cut,
    policyVersion,
    overridesHash,
    inputHash,
    lines: lines.map(wireLine),
    total: dollars(totalCents),
    dueDate,
  };
}

/** An issued bill's id: customer-month-version. */
export const billId = ({
  customerId,
  month,
  version,
}: Pick<Bill, 'customerId' | 'month' | 'version'>): string => `${customerId}-${month}-${version}`;

export function wireIssuedBill(bill: Bill): z.infer<typeof issuedBillSchema> {
  const { version, issuedAt, issuedBy, eventId, position } = bill;
  return { ...wireBill(bill), id: billId(bill), version, issuedAt, issuedBy, eventId, position };
}

/** A bill's line; used on its own by tests. The fields of its working are in the order in which the back office shows them. */
export function wireLine(line: BillLine): WireLine {
  const common = wireAmounts(line);
  switch (line.kind) {
    case 'FEE': {
      const { spellKey, daysInMonth, heldDays, graceDays, feeDays, haf, freedom, eventIds } = line.working;
      const segments = line.working.segments.map(({ from, to, days, priceCents, ratePpm }) => ({
        from,
        to,
        days,
        price: dollars(priceCents),
        rate: percent(ratePpm),
      }));
      return {
        ...common,
        kind: line.kind,
        working: {
          spellKey,
          daysInMonth,
          heldDays,
          graceDays,
          feeDays,
          haf,
          freedom,
          segments,
          eventIds,
        },
      };
    }
    case 'SURCHARGE': {
      const { feesCents, hafCentDays, naturalCentDays, hafPct1Ppm, hafPct2Ppm } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: {
          fees: dollars(feesCents),
          hafDollarDays: dollars(hafCentDays),
          naturalDollarDays: dollars(naturalCentDays),
          hafPct1: percent(hafPct1Ppm),
          hafPct2: percent(hafPct2Ppm),
        },
      };
    }
    case 'TRUE_UP': {
      const { daysInMonth, activeDays } = line.working;
      const segments = line.working.segments.map(
        ({ from, to, days, minInventoryCents, heldCents, ratePpm }) => ({
          from,
          to,
          days,
          minInventory: dollars(minInventoryCents),
          held: dollars(heldCents),
          rate: percent(ratePpm),
        }),
      );
      return { ...common, kind: line.kind, working: { daysInMonth, activeDays, segments } };
    }
    case 'OPENING_BALANCE':
      return { ...common, kind: line.kind, working: { balance: dollars(line.working.balanceCents) } };
    case 'SALE': {
      const { spellKey, invoice, priceCents, listPriceCents, costCents } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: {
          spellKey,
          invoice: wireDocument(invoice),
          price: dollars(priceCents),
          listPrice: dollars(listPriceCents),
          cost: dollars(costCents),
        },
      };
    }
    case 'REBATE': {
      const { spellKey, invoice, priceCents, ratePpm, term } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: {
          spellKey,
          invoice: wireDocument(invoice),
          price: dollars(priceCents),
          rate: percent(ratePpm),
          term,
        },
      };
    }
    case 'CREDIT': {
      const { credit, invoice } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: { credit: wireDocument(credit), invoice: invoice && wireDocument(invoice) },
      };
    }
    case 'REBATE_REVERSAL': {
      const { credit, invoice, givenCents } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: {
          credit: wireDocument(credit),
          invoice: wireDocument(invoice),
          given: dollars(givenCents),
        },
      };
    }
    case 'DEPLOYMENT': {
      const { memo, costCents } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: { memo: wireDocument(memo), cost: dollars(costCents) },
      };
    }
    case 'ADJUSTMENT': {
      const { month, kind, billedCents, nowCents, causes } = line.working;
      return {
        ...common,
        kind: line.kind,
        working: {
          month,
          kind,
          billed: dollars(billedCents),
          now: dollars(nowCents),
          causes: causes.map(({ deltaCents, ...cause }) => ({ ...cause, delta: dollars(deltaCents) })),
        },
      };
    }
  }
}

/** What a line of any kind has. */
const wireAmounts = (line: BillLine) => ({
  key: line.key,
  kind: line.kind,
  parcelName: line.parcelName,
  line: line.line,
  computed: dollars(line.computedCents),
  override: line.override && {
    value: dollars(line.override.valueCents),
    reason: line.override.reason,
  },
  amount: dollars(line.amountCents),
  vendorParts: line.vendorParts.map(
    ({ vendorId, parcelName, flatCents, baseCents, sharePpm, amountCents }) => ({
      vendorId,
      parcelName,
      flat: dollars(flatCents),
      base: dollars(baseCents),
      share: percent(sharePpm),
      amount: dollars(amountCents),
    }),
  ),
  tradingSystem: dollars(line.tradingSystemCents),
  house: dollars(line.houseCents),
});

const wireDocument = ({ eventId, document, effectiveAt, day, amountCents }: DocumentRef): WireDocument => ({
  eventId,
  document,
  effectiveAt,
  day,
  amount: dollars(amountCents),
});

/** A difference of a line, in dollars. */
export const wireDifference = ({
  kind,
  key,
  parcelName,
  adjusts,
  beforeCents,
  afterCents,
}: LineDifference) => ({
  kind,
  key,
  parcelName,
  adjusts,
  before: dollars(beforeCents),
  after: dollars(afterCents),
});

/** Two versions of a bill side by side, in dollars. */
export function wireComparison({
  before,
  after,
  lines,
}: {
  before: ComparedBill;
  after: ComparedBill;
  lines: readonly LineDifference[];
}): WireBillComparison {
  const side = ({ version, cut, totalCents, dueDate }: ComparedBill) => ({
    version,
    cut,
    total: dollars(totalCents),
    dueDate,
  });
  return {
    customerId: after.customerId,
    month: after.month,
    before: side(before),
    after: side(after),
    difference: dollars(after.totalCents - before.totalCents),
    lines: lines.map((line) => ({
      ...wireDifference(line),
      difference: dollars(line.afterCents - line.beforeCents),
    })),
  };
}

export function wireExplanation(explanation: Explanation): z.infer<typeof explanationSchema> {
  const { customerId, month, from, to, beforeCents, afterCents, events, settlement } = explanation;
  return {
    customerId,
    month,
    from,
    to,
    before: dollars(beforeCents),
    after: dollars(afterCents),
    events: events.map(({ deltaCents, lines, ...event }) => ({
      ...event,
      delta: dollars(deltaCents),
      lines: lines.map(wireDifference),
    })),
    settlement: settlement && wireSettlement(settlement),
  };
}

/** How the difference of an issued bill has been settled since, in dollars. */
export const wireSettlement = (settlement: Settlement): WireSettlement => ({
  version: settlement.version,
  issued: dollars(settlement.issuedCents),
  now: dollars(settlement.nowCents),
  stands: settlement.stands.map(({ amountCents, ...bill }) => ({ ...bill, amount: dollars(amountCents) })),
  next: settlement.next && { month: settlement.next.month, amount: dollars(settlement.next.amountCents) },
  unaccounted: dollars(settlement.unaccountedCents),
});

export function wireStatement(
  { vendorId, month, lines, totalCents }: VendorStatement,
  vendorName: string | null,
): z.infer<typeof wireStatementSchema> {
  return {
    id: `${vendorId}-${month}`,
    vendorId,
    vendorName,
    month,
    total: dollars(totalCents),
    lines: lines.map(({ chargedCents, flatCents, baseCents, sharePpm, amountCents, ...line }) => ({
      ...line,
      charged: dollars(chargedCents),
      flat: dollars(flatCents),
      base: dollars(baseCents),
      share: percent(sharePpm),
      amount: dollars(amountCents),
    })),
  };
}

/** A day of a customer's holding. */
export const wireHoldingDay = (day: HoldingDay): z.infer<typeof holdingDaySchema> => ({
  day: day.day,
  exposure: dollars(day.exposureCents),
  currentlyHolding: dollars(day.currentlyHoldingCents),
  feeBase: dollars(day.feeBaseCents),
  minInventory: dollars(day.minInventoryCents),
  maxInventory: dollars(day.maxInventoryCents),
});

export const wireHolding = (held: HeldAt): z.infer<typeof holdingReply> => ({
  customerId: held.customerId,
  cut: held.cut,
  ...wireHoldingDay(held),
  parcels: held.parcels.map(({ parcelName, line, status, since, priceCents }) => ({
    parcelName,
    line,
    status,
    since,
    price: dollars(priceCents),
  })),
});

export function wireRun(run: BillRun): z.infer<typeof billRunResource> {
  const { id, kind, month, requestedBy, cut, total, done, failed, left, failure, postings } = run;
  return {
    id,
    kind,
    month,
    requestedBy,
    cut,
    total,
    done,
    failed,
    left,
    failure,
    state: run.finishedAt ? (failure === null ? 'DONE' : 'FAILED') : run.startedAt ? 'RUNNING' : 'WAITING',
    requestedAt: run.requestedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    postings: postings && {
      lines: dollars(postings.linesCents),
      tradingSystem: dollars(postings.tradingSystemCents),
      vendors: dollars(postings.vendorsCents),
      house: dollars(postings.houseCents),
    },
  };
}

export const wireRunDetails = (run: BillRun, items: readonly RunItem[]): z.infer<typeof billRunDetails> => ({
  ...wireRun(run),
  items: items.map(({ subjectId, outcome, message, totalCents }) => ({
    subjectId,
    outcome,
    message,
    total: totalCents === null ? null : dollars(totalCents),
  })),
});
