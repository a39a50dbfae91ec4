import { z } from 'zod';
import { givenEffectiveAtSchema } from '../vocabulary/schemas.ts';
import { DX_INSTANCES } from '../vocabulary/dx-instances.ts';
import { rowNumberSchema } from '../vocabulary/row-numbers.ts';
import { address, dollars, flag, percent, text } from './edit-fields.ts';

const days = z
  .int('Enter a whole number of days.')
  .nonnegative('Use 0 or more.')
  .max(3650, 'Use at most 3,650.');

/** An account code (product: Account code): its format, its instance, and its kinds of documents. */
const accountCode = z
  .string()
  .trim()
  .regex(/^\d{2}-\d{2}-\d{4}$/, 'An account code is like 10-02-4074.');
const dxInstance = z.enum(DX_INSTANCES, `Choose one of ${DX_INSTANCES.join(', ')}.`);
/** The product's own unless given. */
const givenInstance = dxInstance.default(DX_INSTANCES[0]);
const MEMO_INVOICE_OR_BOTH = 'Choose MEMO, INVOICE or both.';
const docTypeName = z.enum(['MEMO', 'INVOICE'], MEMO_INVOICE_OR_BOTH);
const docTypeList = z.array(docTypeName).min(1, MEMO_INVOICE_OR_BOTH);
const docTypeNames = (joined: string): string[] => joined.split(',').map((name) => name.trim());
/** 'MEMO', 'INVOICE' or 'MEMO,INVOICE': joined with commas for editing. */
const docTypeText = z
  .string()
  .refine((given) => docTypeList.safeParse(docTypeNames(given)).success, MEMO_INVOICE_OR_BOTH);
/** As a call gives them: as a list, or as joined for editing, which is split on save; for memos unless given. */
const givenDocTypes = z
  .union([docTypeList, docTypeText], MEMO_INVOICE_OR_BOTH)
  .transform((given) => (typeof given === 'string' ? docTypeList.parse(docTypeNames(given)) : given))
  .default(['MEMO']);

const fields = {
  name: text(120).min(1, 'Give a name.'),
  legalName: text(200),
  email: address,
  salesRepEmail: address,
  bigName: text(200),
  minInventory: dollars,
  maxInventory: dollars,
  allowLogin: flag,
  allowActions: flag,
  fmAllowed: flag,
  lgAllowed: flag,
  fcAllowed: flag,
  legend: flag,
  giaRoundDiscount: percent,
  gracePeriodDays: days,
  paymentDays: days,
  memoDays: days,
  normalRebate: percent,
  hafRebate: percent,
  lgRebate: percent,
  fcRebate: percent,
  feeRate: percent,
  hafPct1: percent,
  hafPct2: percent,
  lgFeeRate: percent,
  fcFeeRate: percent,
  accountCodes: z
    .array(z.object({ dxInstance: givenInstance, accountCode, docType: givenDocTypes }))
    .max(100, 'A customer has at most 100 accounts.'),
};

/**
 * What may be changed of a customer (product: Customer); dollars, percent. Fields that are left out stay as
 * they are.
 */
const customerFields = z.object(fields).partial();

/** A name that another customer has is refused unless this says that it is meant (rule: Names of customers). */
const sameName = z.boolean().optional();

/**
 * PUT /api/customers/:id: terms count from `effectiveAt` (an instant or a house day), today unless given
 * (rule: Dates of edits).
 */
export const customerEdit = customerFields.extend({
  effectiveAt: givenEffectiveAtSchema.optional(),
  reason: z.string().trim().max(400, 'Use at most 400 characters.').optional(),
  sameName,
});
export type CustomerEdit = z.infer<typeof customerEdit>;

/** POST /api/customers and /admin/newcustomer: the number is given by the server unless it is named. */
export const newCustomerRequest = customerFields
  .required({ name: true })
  .extend({ customerId: z.int().positive().max(999_999_999).optional(), sameName });
export type NewCustomerRequest = z.infer<typeof newCustomerRequest>;

/** POST /admin/updatecustomer: takes effect today (rule: Dates of edits). */
export const updateCustomerRequest = customerFields.extend({ customerId: rowNumberSchema, sameName });

/** Of the pair that is not used null, or left out. */
const bound = z.number('Enter a number.').nonnegative('Use 0 or more.').nullable().default(null);
const PRODUCT_TYPES = ['LOOSE', 'MOUNTED', 'LAB_GROWN', 'FANCY_COLOUR'] as const;

/** A retail markup row on the wire (product: Retail markup): carats, dollars, percent; the unused pair null. */
const retailMarkupRow = z.object({
  type: z.enum(['value', 'weight'], 'Choose value or weight.'),
  minWeight: bound,
  maxWeight: bound,
  minValue: bound,
  maxValue: bound,
  productTypes: z.array(z.enum(PRODUCT_TYPES)).min(1, 'Choose at least one product type.'),
  markup: z
    .number('Enter a markup in percent.')
    .nonnegative('Use 0 or more.')
    .max(10_000, 'Use at most 10,000.'),
});
export type RetailMarkupRow = z.infer<typeof retailMarkupRow>;
export const RETAIL_PRODUCT_TYPES = PRODUCT_TYPES;
/** POST /admin/getmarkup and /setmarkup, for the customer of the header: all rows, in order. */
export const retailMarkupRows = z.array(retailMarkupRow).max(200, 'At most 200 rows.');

/** An account of the trading system and its customer, null when it has none (product: Account code). */
export const availableAccount = z.object({
  dxInstance,
  accountCode,
  docType: docTypeList,
  customerId: rowNumberSchema.nullable(),
});
export type AvailableAccount = z.infer<typeof availableAccount>;
/** POST /admin/getnullaccounts: the accounts that belong to no customer. */
export const availableAccountsReply = z.array(
  availableAccount.extend({
    /** A document in suspense names it: it stays among them for as long as that waits (rule: Suspense). */
    inSuspense: z.literal(true).optional(),
  }),
);
export type FreeAccount = z.infer<typeof availableAccountsReply>[number];
/**
 * POST /admin/updateaccountcodes: each account goes to the customer it names, or becomes available. One that is another
 * customer's moves only when that customer is named too, in `movedFrom`.
 */
export const updateAccountCodesRequest = z
  .array(
    availableAccount.extend({
      dxInstance: givenInstance,
      docType: givenDocTypes,
      movedFrom: rowNumberSchema.optional(),
    }),
  )
  .min(1, 'Name an account.')
  .max(100);
/**
 * POST /admin/deleteaccountcodes. With `movedFrom`, an account is taken from no other customer than that one, and from
 * none at all when it is null; absent, from whichever has it. An account that no customer has is removed all the same.
 */
export const deleteAccountCodesRequest = z
  .array(
    z.object({ dxInstance: givenInstance, accountCode, movedFrom: rowNumberSchema.nullable().optional() }),
  )
  .min(1, 'Name an account.')
  .max(100);
