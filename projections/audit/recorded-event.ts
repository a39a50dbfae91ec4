import { onWire } from '#contracts/api/on-wire.ts';
import {
  cartStreams,
  customerStreams,
  judgementStreams,
  modelStreams,
  parcelStreams,
  reassortmentStreams,
  vendorStreams,
  type DomainEvent,
  type ModelFields,
  type RetailMarkup,
} from '#contracts/events/index.ts';
import { documentIdentity } from '#contracts/lifecycle/index.ts';
import { exactCarats } from '#contracts/vocabulary/carats.ts';
import { dollars, formatPrice, percent } from '#contracts/vocabulary/money.ts';
import { given } from '#services/platform/checked-fields.ts';

/** What the audit shows of an event besides its time, actor and stream. */
export type EventDescription = {
  parcelNames: readonly string[];
  customerId: number | null;
  vendorId: number | null;
  /** Further names and numbers that find it: of documents, instructions, desires, orders, models. */
  names: readonly string[];
  reason: string | undefined;
  facts: Facts;
};
/** By field, in the wire's units: dollars, percent, carats. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

const nothing: EventDescription = {
  parcelNames: [],
  customerId: null,
  vendorId: null,
  names: [],
  reason: undefined,
  facts: {},
};

/** Describes an event of a stream for the audit's history. Pure; an event without facts of its own has empty ones. */
export function describeEvent(stream: string, event: DomainEvent): EventDescription {
  return { ...nothing, ...ofStream(stream), ...ofEvent(event) };
}

/** The parcel, customer or vendor that the stream belongs to. */
function ofStream(stream: string): Partial<EventDescription> {
  if (parcelStreams.includes(stream)) return { parcelNames: [parcelStreams.keyOf(stream)] };
  if (customerStreams.includes(stream)) return { customerId: Number(customerStreams.keyOf(stream)) };
  if (cartStreams.includes(stream)) return { customerId: Number(cartStreams.keyOf(stream)) };
  if (vendorStreams.includes(stream)) return { vendorId: Number(vendorStreams.keyOf(stream)) };
  if (judgementStreams.includes(stream)) return { vendorId: Number(judgementStreams.keyOf(stream)) };
  if (reassortmentStreams.includes(stream)) return { customerId: Number(reassortmentStreams.keyOf(stream)) };
  // A model's key is its name in small letters, written as an address is.
  if (modelStreams.includes(stream)) return { names: [decodeURIComponent(modelStreams.keyOf(stream))] };
  return { names: [stream.slice(stream.indexOf('-') + 1)] };
}

function ofEvent({ type, data }: DomainEvent): Partial<EventDescription> {
  switch (type) {
    case 'StoneListed':
      return {
        vendorId: data.vendorId,
        names: certificate(data.attributes.certNo),
        facts: {
          line: data.line,
          ...described(data.attributes),
          cost: dollars(data.costCents),
          total: dollars(data.totalCents),
          vendorAvailability: data.vendorAvailability,
        },
      };
    case 'StoneDescribed':
      return {
        names: certificate(data.attributes.certNo),
        facts: {
          ...described(data.attributes),
          ...(data.overrideTier === undefined ? {} : { overrideTier: data.overrideTier }),
        },
      };
    case 'StoneRepriced':
      return { facts: { cost: dollars(data.costCents), total: dollars(data.totalCents) } };
    case 'StoneWithdrawn':
      return { reason: data.reason };
    case 'VendorAvailabilityChanged':
      return { facts: { vendorAvailability: data.vendorAvailability } };
    case 'StoneRequested':
      return { ...intent(data), facts: { customerPrice: dollars(data.frozen.customerPriceCents) } };
    case 'StoneReturned':
    case 'StoneSold':
      return intent(data);
    case 'InstructionDeclined':
      return { ...intent(data), reason: data.reason, facts: { action: data.action } };
    case 'DocumentReceived':
      return {
        customerId: data.customerId,
        names: [data.docNo],
        facts: {
          document: documentIdentity(data),
          version: data.version,
          accountCode: data.accountCode,
          amount: data.amountCents === null ? null : dollars(data.amountCents),
        },
      };
    case 'SpellRepriced':
      return {
        customerId: data.customerId,
        reason: data.reason,
        facts: {
          customerPrice: dollars(data.customerPriceCents),
          listPrice: dollars(data.listPriceCents),
          cost: dollars(data.costCents),
        },
      };
    case 'EventUndone':
      return { names: [data.eventId], reason: data.reason, facts: { eventId: data.eventId } };
    case 'EventDateChanged':
      return {
        names: [data.eventId],
        reason: data.reason,
        facts: { eventId: data.eventId, newDate: data.newDate },
      };
    case 'CustomerRegistered':
      return { facts: { name: data.identity.name, ...given(onWire(data.terms)) } };
    case 'CustomerIdentityChanged':
    case 'CustomerAccessChanged':
      return { facts: given(data.changes) };
    case 'CustomerTermsChanged':
      return { reason: data.reason, facts: given(onWire(data.changes)) };
    case 'BillingBegun': {
      const { month, balanceCents, reason } = data;
      return { reason, facts: { month, openingBalance: dollars(balanceCents) } };
    }
    case 'AccountCodeAssigned': {
      const { dxInstance, accountCode, docTypes } = data.account;
      return { names: [accountCode], facts: { dxInstance, accountCode, docType: docTypes.join(',') } };
    }
    case 'AccountCodeRemoved':
      return {
        names: [data.accountCode],
        facts: { dxInstance: data.dxInstance, accountCode: data.accountCode },
      };
    case 'RetailMarkupsSet':
      return { facts: listed('markups', data.rows.map(markupInWords)) };
    case 'InstructionPlaced':
      return {
        parcelNames: data.parcels.map(({ parcelName }) => parcelName),
        names: [data.instructionId, ...(data.desires ?? [])],
        reason: data.remarks,
        facts: { action: data.action, parcels: data.parcels.length },
      };
    case 'InstructionFinished':
      return {
        parcelNames: [...data.done, ...data.declined.map(({ parcelName }) => parcelName)],
        names: [data.instructionId],
        facts: { done: data.done.length, declined: data.declined.length },
      };
    case 'StonesCarted':
    case 'StonesUncarted':
      return { parcelNames: data.parcelNames };
    case 'DesireFulfilled':
      return { customerId: data.customerId, parcelNames: [data.parcelName] };
    case 'DesireRequested':
      return { customerId: data.customerId, reason: data.remarks };
    case 'DesireCarted':
    case 'DesireChanged':
    case 'DesireClosed':
    case 'DesireCancelled':
      return { customerId: data.customerId };
    case 'ModelImported':
      return { names: [data.name], facts: { name: data.name, ...modelFacts(data.fields) } };
    case 'ModelChanged':
      return { facts: modelFacts(data.changes) };
    case 'ModelsRequested':
      return {
        names: [data.requestId, ...data.lines.flatMap(({ orderId, model }) => [orderId, model])],
        reason: data.remarks,
        facts: Object.fromEntries(data.lines.map(({ model, quantity }) => [model, quantity])),
      };
    case 'PiecesAllotted':
      return {
        parcelNames: data.allotments.flatMap(({ parcelNames }) => parcelNames),
        names: [data.instructionId, ...data.allotments.map(({ orderId }) => orderId)],
      };
    case 'ModelsRequestFinished':
      return {
        parcelNames: data.done,
        names: [data.requestId],
        facts: { done: data.done.length, backOrdered: data.backOrdered.length },
      };
    case 'BackOrderCancelled':
      return { names: [data.orderId], reason: data.reason, facts: { quantity: data.quantity } };
    case 'BillCreated':
      return {
        facts: {
          month: data.month,
          version: data.version,
          total: dollars(data.totalCents),
          cut: data.cut.position,
        },
      };
    case 'VendorRegistered':
      return { facts: { name: data.settings.name, ...given(onWire(data.terms)) } };
    case 'VendorSettingsChanged':
      return { facts: given(data.changes) };
    case 'VendorTermsChanged':
      return { facts: given(onWire(data.changes)) };
    case 'VendorColumnsMapped':
      return {
        facts: listed(
          'columns',
          data.columns.map(({ heading, attribute }) => `${heading} = ${attribute}`),
        ),
      };
    case 'VendorFeedRead':
      return { facts: { rows: data.rows, listed: data.listed, reported: data.reported } };
    case 'VendorFeedTakenBack':
      return { facts: { rows: data.former?.rows ?? null } };
    case 'StockJudged':
      return judged(data);
    case 'StockLeftUnlisted':
    case 'StockReadingTakenBack':
      return { facts: { stones: data.vendorStockIds.length } };
    case 'StoresSet':
      return {
        facts: listed(
          'stores',
          data.stores.map(({ storeName }) => storeName),
        ),
      };
    case 'ColumnMapsSet':
      return {
        facts: listed(
          'columnMaps',
          data.columnMaps.map((map) => `${map.columnHeader} = ${map.customerStoneProperty}`),
        ),
      };
    case 'ValueMapsSet':
      return {
        facts: listed(
          'valueMaps',
          data.valueMaps.map((map) => `${map.inputValue} = ${map.outputValue}`),
        ),
      };
    case 'IdealLoaded':
      return {
        names: [data.templateId, data.idealInventoryName],
        facts: { idealInventoryName: data.idealInventoryName, bins: data.binCount },
      };
    case 'IdealEdited':
      return {
        names: [data.templateId],
        facts: given({ bins: data.binCount, changedBins: data.changedBins, pieces: data.pieces }),
      };
    case 'StockUploaded':
      return {
        names: [data.templateId, data.stockId],
        facts: { rows: data.rowCount, unreadable: data.unreadableCount },
      };
    case 'StonesLocked':
      return {
        names: [data.templateId, ...data.customerStoneIds],
        facts: { stones: data.customerStoneIds.length, locked: data.locked },
      };
    case 'PlanMade':
      return {
        names: [data.templateId, data.planId],
        facts: { position: data.position, locked: data.locked.length },
      };
    case 'BinsCleared':
    case 'ResultsCleared':
      return { names: [data.templateId] };
    default:
      return {};
  }
}

function intent(data: { customerId: number; instructionId: string; remarks?: string | undefined }) {
  return { customerId: data.customerId, names: [data.instructionId], reason: data.remarks };
}

const certificate = (certNo: string | undefined): string[] => (certNo === undefined ? [] : [certNo]);

type Described = {
  weight: number;
  lab?: string | undefined;
  certNo?: string | undefined;
  shapeCode?: string | undefined;
  colour?: string | undefined;
  clarity?: string | undefined;
  tier?: string | undefined;
};

function described({ weight, lab, certNo, shapeCode, colour, clarity, tier }: Described): Facts {
  return given({ weight: weight / 1000, lab, certNo, shapeCode, colour, clarity, tier });
}

type ChangedModel = { [Field in keyof ModelFields]?: ModelFields[Field] | undefined };

function modelFacts({ totalCents, ...fields }: ChangedModel): Facts {
  const total = typeof totalCents === 'number' ? dollars(totalCents) : totalCents;
  return given({ ...fields, total });
}

/** Text that stands in a row of the audit; longer lists are shown by their number. */
const LONGEST_LIST = 200;

/** What a list that is set whole holds: in words where they are short, else how much it is. */
function listed(field: string, names: readonly string[]): Facts {
  const words = names.join(', ');
  return { [field]: names.length > 0 && words.length <= LONGEST_LIST ? words : names.length };
}

/** A row of retail markups with its bounds as they are: 'LOOSE 0.30 ct to 0.499 ct 50 %'. */
function markupInWords(row: RetailMarkup): string {
  const [from, to] =
    row.type === 'weight'
      ? [row.minWeight, row.maxWeight].map((weight) => weight !== null && `${exactCarats(weight)} ct`)
      : [row.minValueCents, row.maxValueCents].map((cents) => cents !== null && formatPrice(dollars(cents)));
  const range = [from, to && `to ${to}`].filter(Boolean).join(' ');
  return [row.productTypes.join(' and '), range, `${percent(row.markupPpm)} %`].filter(Boolean).join(' ');
}

type Judged = Extract<DomainEvent, { type: 'StockJudged' }>['data'];

/** A person's word on stones of a vendor: on one what it is, on several how many were accepted and rejected. */
function judged({ dxPrefix, judgements }: Judged): Partial<EventDescription> {
  const numbers = judgements.map(({ vendorStockId }) => vendorStockId);
  const names = [...numbers, ...(dxPrefix ? numbers.map((number) => dxPrefix + number) : [])];
  const [first] = judgements;
  if (judgements.length === 1 && first)
    return {
      names,
      reason: first.comments || undefined,
      facts: given({ status: first.status?.toLowerCase(), overrideTier: first.overrideTier }),
    };
  const countOf = (status: 'ACCEPTED' | 'REJECTED') =>
    judgements.filter((judgement) => judgement.status === status).length;
  const isShared = judgements.every(({ overrideTier }) => overrideTier === first?.overrideTier);
  return {
    names,
    facts: given({
      stones: judgements.length,
      accepted: countOf('ACCEPTED'),
      rejected: countOf('REJECTED'),
      overrideTier: isShared ? first?.overrideTier : undefined,
    }),
  };
}
