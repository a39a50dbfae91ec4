import { z } from 'zod';
import { lineSchema, intentSchema, statusSchema } from '../vocabulary/schemas.ts';

/** Of a correction: who made it, when it was learnt, and why. */
const correctionSchema = z.object({
  eventId: z.string(),
  by: z.string(),
  recordedAt: z.string(),
  reason: z.string().optional(),
});

/**
 * A row of GET /api/history: one recorded event, on both time axes (rule: Two axes); for administrators. It
 * is searched by `filter={"parcel":…,"customerId":…,"actor":…,"type":[…],"effectiveFrom":…,"effectiveTo":…,
 * "recordedFrom":…,"recordedTo":…,"undone":true,"q":…}`. Dates are days of the house, both ends included, or
 * instants.
 */
export const historyResource = z.object({
  /** The event's id. */
  id: z.string(),
  /** Its place in the log, decimal. */
  position: z.string(),
  stream: z.string(),
  /** The event's type; a document's kind. */
  type: z.string(),
  parcelNames: z.array(z.string()),
  customerId: z.number().nullable(),
  customerName: z.string().nullable(),
  vendorId: z.number().nullable(),
  /** When it happened, as it counts now: an instant, or a document's bare day. */
  effectiveAt: z.string(),
  /** The date first recorded; only when the date was changed. */
  recordedEffectiveAt: z.string().optional(),
  /** When Vitrine learnt it. */
  recordedAt: z.string(),
  actor: z.string(),
  role: z.string(),
  /** Why: a correction's reason, an instruction's remarks. */
  reason: z.string().optional(),
  undone: correctionSchema.optional(),
  dateChanges: z.array(correctionSchema.extend({ newDate: z.string() })),
  /** Its further facts, by field: dollars, percent, carats. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type HistoryResource = z.infer<typeof historyResource>;

/** The facts that are money, in dollars: left out for who sees no wholesale prices. */
export const MONEY_FACTS: ReadonlySet<string> = new Set([
  'amount',
  'total',
  'cost',
  'customerPrice',
  'listPrice',
  'minInventory',
  'maxInventory',
  'openingBalance',
  'ourDeploymentCost',
]);

/** The header of GET /api/history that marks the total of Content-Range as the database's estimate. */
export const TOTAL_IS_ESTIMATE = 'x-total-estimate';

/** How many of the found entries are counted one by one; of more, the total is an estimate. */
export const COUNTED_EXACTLY = 10_000;
/** The last entry that pages reach; beyond it one narrows the dates. */
export const PAGED_TO = 50_000;

const frozenSchema = z.object({
  customerPrice: z.number(),
  listPrice: z.number(),
  cost: z.number(),
  /** Percent. */
  giaRoundDiscount: z.number(),
});

/** An entry of the parcel's spells: an intent, a document or a repricing, in the order in which it counts. */
const timelineEntrySchema = z.object({
  eventId: z.string(),
  type: z.string(),
  customerId: z.number(),
  customerName: z.string().nullable(),
  /** When it happened, as it counts at the cut. */
  effectiveAt: z.string(),
  /** The date first recorded, when it was changed since. */
  recordedEffectiveAt: z.string().optional(),
  recordedAt: z.string(),
  position: z.string(),
  actor: z.string(),
  reason: z.string().optional(),
  /** instance/docType/docNo/line and version of a document; its amount in dollars, null when it is void, left out, as all money below, for who sees no wholesale prices. */
  document: z
    .object({ id: z.string(), version: z.number(), amount: z.number().nullable().optional() })
    .optional(),
  /** LIVE counts; UNDONE was taken back; REPLACED by a later version; VOID by its own trading system. */
  state: z.enum(['LIVE', 'UNDONE', 'REPLACED', 'VOID']),
  undone: correctionSchema.optional(),
  dateChanges: z.array(correctionSchema.extend({ newDate: z.string() })),
  /** The parcel's status once it had happened, by everything known at the cut; only of what counts. */
  statusAfter: statusSchema.optional(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** A step of what was known: anything recorded of the parcel, in the order of the log. */
const timelineStepSchema = historyResource
  .pick({
    id: true,
    position: true,
    type: true,
    customerId: true,
    customerName: true,
    effectiveAt: true,
    recordedAt: true,
    actor: true,
    role: true,
    reason: true,
    facts: true,
  })
  .extend({
    /** The entry that a correction is about. */
    corrects: z.string().optional(),
    /** The status as it was known from here on. */
    statusKnown: statusSchema,
  });
export type TimelineStep = z.infer<typeof timelineStepSchema>;

const timelineSpellSchema = z.object({
  /** Its first entry's event id. */
  key: z.string(),
  customerId: z.number(),
  customerName: z.string().nullable(),
  status: statusSchema,
  /** How it ended; null while it is open. */
  end: z.string().nullable(),
  /** What was frozen at its first entry, and what an explicit repricing has made of it (dollars). */
  frozen: frozenSchema.optional(),
  entryIds: z.array(z.string()),
  /** Status and price at the end of each house day, [from, to); `to` null while open. */
  days: z.array(
    z.object({
      from: z.string(),
      to: z.string().nullable(),
      status: statusSchema,
      customerPrice: z.number().optional(),
    }),
  ),
});
export type TimelineSpell = z.infer<typeof timelineSpellSchema>;

/** Where the knowledge is cut: a log position, the id of its last event, or an instant. Everything known when left out. */
export const timelineQuery = z.object({
  knownAt: z
    .string()
    .regex(
      /^(\d{1,19}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(T[0-9:.]+(Z|[+-]\d{2}:\d{2})?)?)$/,
      'knownAt: a log position, the id of an event, an instant, or a day.',
    )
    .optional(),
});

/** GET /api/parcels/{name}/timeline: what was and what we knew, of one parcel; for administrators. */
export const timelineReply = z.object({
  parcelName: z.string(),
  line: lineSchema,
  /** What the stone is, in words; vendor and location. */
  title: z.string(),
  vendorId: z.number(),
  vendorName: z.string().nullable(),
  location: z.string().optional(),
  /** The cut that the entries, spells, status and anomalies hold for: the last event known, its place and time. */
  cut: z.object({ position: z.string(), eventId: z.string().optional(), recordedAt: z.string() }).nullable(),
  /** Nothing recorded is left out by the cut. */
  newest: z.boolean(),
  status: statusSchema,
  customerId: z.number().nullable(),
  customerName: z.string().nullable(),
  /** What counts in the order in which it happened; what does not, by its date. */
  entries: z.array(timelineEntrySchema),
  /** Everything recorded, whatever the cut. */
  steps: z.array(timelineStepSchema),
  spells: z.array(timelineSpellSchema),
  anomalies: z.array(
    z.object({
      eventId: z.string(),
      customerId: z.number(),
      customerName: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  /** The list prices in force, each from its time on (dollars). */
  listPrices: z
    .array(
      z.object({
        effectiveAt: z.string(),
        recordedAt: z.string(),
        actor: z.string(),
        total: z.number(),
        cost: z.number(),
      }),
    )
    .optional(),
  /** The entry that may be undone or back-dated now; only at the newest cut. */
  correctable: z.object({ eventId: z.string(), action: intentSchema, date: z.string() }).optional(),
});
export type Timeline = z.infer<typeof timelineReply>;
