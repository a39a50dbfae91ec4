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
  type EventType,
  type ModelFields,
  type RetailMarkup,
} from '#contracts/events/index.ts';
import { documentIdentity } from '#contracts/lifecycle/index.ts';
import { exactCarats, inCarats } from '#contracts/vocabulary/carats.ts';
import { dollars, moneyWords, percent } from '#contracts/vocabulary/money.ts';
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

type DataOf = { [Event in DomainEvent as Event['type']]: Event['data'] };

/** Of an event that says no more than that it happened. */
const nothingElse = () => ({});

/** What each event says beside its stream. */
const DESCRIBED: { [Type in EventType]: (data: DataOf[Type]) => Partial<EventDescription> } = {
  StoneListed: (data) => ({
    vendorId: data.vendorId,
    names: certificate(data.attributes.certNo),
    facts: {
      line: data.line,
      ...described(data.attributes),
      cost: dollars(data.costCents),
      total: dollars(data.totalCents),
      vendorAvailability: data.vendorAvailability,
    },
  }),
  StoneDescribed: (data) => ({
    names: certificate(data.attributes.certNo),
    facts: {
      ...described(data.attributes),
      ...(data.overrideTier === undefined ? {} : { overrideTier: data.overrideTier }),
    },
  }),
  StoneRepriced: (data) => ({ facts: { cost: dollars(data.costCents), total: dollars(data.totalCents) } }),
  StoneWithdrawn: (data) => ({ reason: data.reason }),
  StoneReinstated: nothingElse,
  VendorAvailabilityChanged: (data) => ({ facts: { vendorAvailability: data.vendorAvailability } }),
  StoneRequested: (data) => ({
    ...intent(data),
    facts: { customerPrice: dollars(data.frozen.customerPriceCents) },
  }),
  StoneReturned: intent,
  StoneSold: intent,
  InstructionDeclined: (data) => ({ ...intent(data), reason: data.reason, facts: { action: data.action } }),
  DocumentReceived: (data) => ({
    customerId: data.customerId,
    names: [data.docNo],
    facts: {
      document: documentIdentity(data),
      version: data.version,
      accountCode: data.accountCode,
      amount: data.amountCents === null ? null : dollars(data.amountCents),
    },
  }),
  SpellRepriced: (data) => ({
    customerId: data.customerId,
    reason: data.reason,
    facts: {
      customerPrice: dollars(data.customerPriceCents),
      listPrice: dollars(data.listPriceCents),
      cost: dollars(data.costCents),
    },
  }),
  EventUndone: (data) => ({ names: [data.eventId], reason: data.reason, facts: { eventId: data.eventId } }),
  EventDateChanged: (data) => ({
    names: [data.eventId],
    reason: data.reason,
    facts: { eventId: data.eventId, newDate: data.newDate },
  }),
  CustomerRegistered: (data) => ({ facts: { name: data.identity.name, ...given(onWire(data.terms)) } }),
  CustomerIdentityChanged: (data) => ({ facts: given(data.changes) }),
  CustomerAccessChanged: (data) => ({ facts: given(data.changes) }),
  CustomerTermsChanged: (data) => ({ reason: data.reason, facts: given(onWire(data.changes)) }),
  BillingBegun: ({ month, balanceCents, reason }) => ({
    reason,
    facts: { month, openingBalance: dollars(balanceCents) },
  }),
  AccountCodeAssigned: ({ account: { dxInstance, accountCode, docTypes } }) => ({
    names: [accountCode],
    facts: { dxInstance, accountCode, docType: docTypes.join(',') },
  }),
  AccountCodeRemoved: (data) => ({
    names: [data.accountCode],
    facts: { dxInstance: data.dxInstance, accountCode: data.accountCode },
  }),
  RetailMarkupsSet: (data) => ({ facts: listed('markups', data.rows.map(markupInWords)) }),
  InstructionPlaced: (data) => ({
    parcelNames: data.parcels.map(({ parcelName }) => parcelName),
    names: [data.instructionId, ...(data.desires ?? [])],
    reason: data.remarks,
    facts: { action: data.action, parcels: data.parcels.length },
  }),
  InstructionFinished: (data) => ({
    parcelNames: [...data.done, ...data.declined.map(({ parcelName }) => parcelName)],
    names: [data.instructionId],
    facts: { done: data.done.length, declined: data.declined.length },
  }),
  StonesCarted: (data) => ({ parcelNames: data.parcelNames }),
  StonesUncarted: (data) => ({ parcelNames: data.parcelNames }),
  DesireFulfilled: (data) => ({ customerId: data.customerId, parcelNames: [data.parcelName] }),
  DesireRequested: (data) => ({ customerId: data.customerId, reason: data.remarks }),
  DesireCarted: (data) => ({ customerId: data.customerId }),
  DesireChanged: (data) => ({ customerId: data.customerId }),
  DesireClosed: (data) => ({ customerId: data.customerId }),
  DesireCancelled: (data) => ({ customerId: data.customerId }),
  ModelImported: (data) => ({ names: [data.name], facts: { name: data.name, ...modelFacts(data.fields) } }),
  ModelChanged: (data) => ({ facts: modelFacts(data.changes) }),
  ModelsRequested: (data) => ({
    names: [data.requestId, ...data.lines.flatMap(({ orderId, model }) => [orderId, model])],
    reason: data.remarks,
    facts: Object.fromEntries(data.lines.map(({ model, quantity }) => [model, quantity])),
  }),
  PiecesAllotted: (data) => ({
    parcelNames: data.allotments.flatMap(({ parcelNames }) => parcelNames),
    names: [data.instructionId, ...data.allotments.map(({ orderId }) => orderId)],
  }),
  ModelsRequestFinished: (data) => ({
    parcelNames: data.done,
    names: [data.requestId],
    facts: { done: data.done.length, backOrdered: data.backOrdered.length },
  }),
  BackOrderCancelled: (data) => ({
    names: [data.orderId],
    reason: data.reason,
    facts: { quantity: data.quantity },
  }),
  BillCreated: (data) => ({
    facts: {
      month: data.month,
      version: data.version,
      total: dollars(data.totalCents),
      cut: data.cut.position,
    },
  }),
  // The audit does not read the streams of these two.
  BillPartRecorded: nothingElse,
  BillsMoved: nothingElse,
  VendorRegistered: (data) => ({ facts: { name: data.settings.name, ...given(onWire(data.terms)) } }),
  VendorSettingsChanged: (data) => ({ facts: given(data.changes) }),
  VendorTermsChanged: (data) => ({ facts: given(onWire(data.changes)) }),
  VendorColumnsMapped: (data) => ({
    facts: listed(
      'columns',
      data.columns.map(({ heading, attribute }) => `${heading} = ${attribute}`),
    ),
  }),
  VendorFeedRead: (data) => ({ facts: { rows: data.rows, listed: data.listed, reported: data.reported } }),
  VendorFeedTakenBack: (data) => ({ facts: { rows: data.former?.rows ?? null } }),
  StockJudged: judged,
  StockLeftUnlisted: (data) => ({ facts: { stones: data.vendorStockIds.length } }),
  StockReadingTakenBack: (data) => ({ facts: { stones: data.vendorStockIds.length } }),
  StoresSet: (data) => ({
    facts: listed(
      'stores',
      data.stores.map(({ storeName }) => storeName),
    ),
  }),
  ColumnMapsCleared: nothingElse,
  ColumnMapsSet: (data) => ({
    facts: listed(
      'columnMaps',
      data.columnMaps.map((map) => `${map.columnHeader} = ${map.customerStoneProperty}`),
    ),
  }),
  ValueMapsCleared: nothingElse,
  ValueMapsSet: (data) => ({
    facts: listed(
      'valueMaps',
      data.valueMaps.map((map) => `${map.inputValue} = ${map.outputValue}`),
    ),
  }),
  IdealLoaded: (data) => ({
    names: [data.templateId, data.idealInventoryName],
    facts: { idealInventoryName: data.idealInventoryName, bins: data.binCount },
  }),
  IdealEdited: (data) => ({
    names: [data.templateId],
    facts: given({ bins: data.binCount, changedBins: data.changedBins, pieces: data.pieces }),
  }),
  StockUploaded: (data) => ({
    names: [data.templateId, data.stockId],
    facts: { rows: data.rowCount, unreadable: data.unreadableCount },
  }),
  StonesLocked: (data) => ({
    names: [data.templateId, ...data.customerStoneIds],
    facts: { stones: data.customerStoneIds.length, locked: data.locked },
  }),
  PlanMade: (data) => ({
    names: [data.templateId, data.planId],
    facts: { position: data.position, locked: data.locked.length },
  }),
  BinsCleared: (data) => ({ names: [data.templateId] }),
  ResultsCleared: (data) => ({ names: [data.templateId] }),
};

function ofEvent<Type extends EventType>(
  event: { [Each in Type]: { type: Each; data: DataOf[Each] } }[Type],
) {
  return DESCRIBED[event.type](event.data);
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
  return given({ weight: inCarats(weight), lab, certNo, shapeCode, colour, clarity, tier });
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
      : [row.minValueCents, row.maxValueCents].map((cents) => cents !== null && moneyWords(cents));
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
