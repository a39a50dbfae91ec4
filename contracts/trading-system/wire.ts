import { z } from 'zod';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { DX_INSTANCES, type DxInstance } from '#contracts/vocabulary/dx-instances.ts';
import {
  isBareDay,
  isPlausibleYear,
  PLAUSIBLE_YEARS,
  type EffectiveAt,
} from '#contracts/vocabulary/house-time.ts';
import { MAX_INTEGER } from '#contracts/vocabulary/row-numbers.ts';
import { docTypeSchema, intentSchema } from '#contracts/vocabulary/schemas.ts';

export const TRADING_INSTANCES = DX_INSTANCES;
export type TradingInstance = DxInstance;

/** True for one of the peer's four instances (rule: Documents and instructions). */
export function isTradingInstance(name: string): name is TradingInstance {
  return TRADING_INSTANCES.some((instance) => instance === name);
}

/** Most documents that one page may carry. */
export const PAGE_LIMIT = 1000;

/** Opaque to the reader: what `after` takes. */
const cursorSchema = z.string().min(1).max(500);

/**
 * `GET /{instance}/documents?after={cursor}`: what came after the cursor, oldest first, and the cursor behind it. The
 * documents are checked one by one (`readDocument`), so that a single odd one does not hide the others.
 */
export const documentsPage = z.object({
  documents: z.array(z.unknown()).max(PAGE_LIMIT),
  cursor: cursorSchema,
});

// What a document's number may be made of: it becomes part of a key and is shown to people.
const docNoSchema = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'docNo: 1 to 64 visible ASCII characters');

const identityShape = {
  docType: docTypeSchema,
  docNo: docNoSchema,
  line: z.int().nonnegative().max(MAX_INTEGER),
  version: z.int().positive().max(MAX_INTEGER),
};

/** The identity of a document (rule: Versions of a document). */
const identified = z.object(identityShape);

/** A bare day, or a date-time with its offset, which becomes an instant in UTC. */
const documentDate = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'date: YYYY-MM-DD, or a date-time with its offset',
  })
  .transform((text): EffectiveAt => (isBareDay(text) ? text : new Date(text).toISOString()))
  .refine(isPlausibleYear, `date: ${PLAUSIBLE_YEARS}`);

const amountInDollars = z.number().transform((amount, context) => {
  const cents = centsOf(amount);
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: 'amount: dollars with at most two decimals' });
  return z.NEVER;
});

/**
 * A document on the wire; `amount` in dollars, null for a void version (rule: Documents and instructions).
 */
const documentOnTheWire = z.object({
  ...identityShape,
  accountCode: z.string().regex(/^[\x21-\x7e]{1,64}$/, 'accountCode: 1 to 64 visible ASCII characters'),
  parcelName: z.string().regex(/^[\x20-\x7e]{1,200}$/, 'parcelName: 1 to 200 ASCII characters'),
  date: documentDate,
  amount: amountInDollars.nullable(),
});

export type DocumentIdentity = z.infer<typeof identified>;

/** A document as this side uses it: amount in cents, date as a day of the house or an instant. */
export type TradingDocument = DocumentIdentity & {
  accountCode: string;
  parcelName: string;
  effectiveAt: EffectiveAt;
  amountCents: number | null;
};

export type ReadDocument =
  | { kind: 'document'; document: TradingDocument }
  /** It has a document's identity, but the rest cannot be used: kept in suspense. */
  | { kind: 'malformed'; identity: DocumentIdentity; reason: string }
  /** Not a document at all: the page it stands on is not to be trusted. */
  | { kind: 'rubbish'; reason: string };

/** Reads one element of a page. Never throws. */
export function readDocument(element: unknown): ReadDocument {
  const identity = identified.safeParse(element);
  if (!identity.success) return { kind: 'rubbish', reason: firstProblem(identity.error) };
  const read = documentOnTheWire.safeParse(element);
  if (!read.success) return { kind: 'malformed', identity: identity.data, reason: firstProblem(read.error) };
  const { date, amount, ...rest } = read.data;
  return { kind: 'document', document: { ...rest, effectiveAt: date, amountCents: amount } };
}

/** The first thing that is wrong, in a line: the field's name and what it should be. */
export function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'not as agreed';
  const field = issue.path.join('.');
  return field === '' || issue.message.startsWith(`${field}:`) ? issue.message : `${field}: ${issue.message}`;
}

/**
 * `POST /{instance}/instructions`: one parcel of an instruction (rule: Documents and instructions). `amount`
 * in dollars.
 */
export const instructionOnTheWire = z.object({
  instructionId: z.string().min(1).max(200),
  parcelName: z.string().min(1).max(200),
  action: intentSchema,
  /** The customer's MEMO account for requests and returns, its INVOICE account for sales. */
  accountCode: z.string().min(1).max(64),
  effectiveAt: z.iso.datetime(),
  /** The spell's frozen customer price; null when there is none. */
  amount: z.number().nullable(),
  /** The memo that a return or a sale refers to; null when none is known on this side. */
  memo: z.object({ docNo: z.string(), line: z.int().nonnegative() }).nullable(),
});
export type Instruction = z.infer<typeof instructionOnTheWire>;

/** The answer to an instruction, the same each time it is posted. */
export const postingReply = z.object({
  accepted: z.literal(true),
  instructionId: z.string(),
  parcelName: z.string(),
});

/** `DELETE /{instance}/instructions/{instructionId}/{parcelName}`: whether it was still without a document. */
export const withdrawalReply = z.object({ withdrawn: z.boolean() });
