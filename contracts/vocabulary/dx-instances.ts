/** The trading system's four instances; the first is the product's own, the default (rules, section 7). */
export const DX_INSTANCES = ['VITRINE', 'ANTWERP', 'MUMBAI', 'NEW_YORK'] as const;
export type DxInstance = (typeof DX_INSTANCES)[number];
