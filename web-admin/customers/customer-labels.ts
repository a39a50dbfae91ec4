/** The label of every field of a customer that may be changed (product: Customer). */
export const CUSTOMER_LABELS = {
  name: 'Name',
  legalName: 'Legal name',
  bigName: 'Name in large on bills',
  email: 'E-mail',
  salesRepEmail: 'Sales rep’s e-mail',
  minInventory: 'Minimum inventory ($)',
  maxInventory: 'Maximum inventory ($)',
  allowLogin: 'Can Log In',
  allowActions: 'Can Make Changes',
  fmAllowed: 'Manufacturer lab FM',
  lgAllowed: 'Lab-grown diamonds',
  fcAllowed: 'Fancy-colour diamonds',
  legend: 'Legend',
  giaRoundDiscount: 'GIA round discount (%)',
  gracePeriodDays: 'Grace period (days)',
  paymentDays: 'Payment due after (days)',
  memoDays: 'Memos due after (days)',
  feeRate: 'Monthly fee (%)',
  lgFeeRate: 'Monthly fee, lab-grown (%)',
  fcFeeRate: 'Monthly fee, fancy colour (%)',
  normalRebate: 'Rebate, natural and jewellery (%)',
  hafRebate: 'Rebate, fancy hearts and arrows (%)',
  lgRebate: 'Rebate, lab-grown (%)',
  fcRebate: 'Rebate, fancy colour (%)',
  hafPct1: 'Hearts-and-arrows surcharge from (%)',
  hafPct2: 'Surcharge again from (%)',
  accountCodes: 'Account codes',
} as const;

type Field = keyof typeof CUSTOMER_LABELS;

export const IDENTITY: readonly Field[] = ['name', 'legalName', 'bigName', 'email', 'salesRepEmail'];
export const LIMITS: readonly Field[] = ['minInventory', 'maxInventory'];
export const ACCESS: readonly Field[] = [
  'allowLogin',
  'allowActions',
  'fmAllowed',
  'lgAllowed',
  'fcAllowed',
  'legend',
];
export const TERMS: readonly Field[] = [
  'giaRoundDiscount',
  'gracePeriodDays',
  'paymentDays',
  'memoDays',
  'feeRate',
  'lgFeeRate',
  'fcFeeRate',
  'normalRebate',
  'hafRebate',
  'lgRebate',
  'fcRebate',
  'hafPct1',
  'hafPct2',
];
/** What counts from a day on: limits and commercial terms. */
export const DATED_FIELDS: readonly Field[] = [...LIMITS, ...TERMS];
