/**
 * The trading system's four instances; the first is the product's own, the default (rule: Documents and
 * instructions).
 */
export const DX_INSTANCES = ['VITRINE', 'ANTWERP', 'MUMBAI', 'NEW_YORK'] as const;
export type DxInstance = (typeof DX_INSTANCES)[number];
