import type { Reassortment } from '#contracts/reassortment/reassortment.ts';

/** The names of a customer's stores; a removed store is shown by its id. */
export function storeNames({ stores }: Pick<Reassortment, 'stores'>): (storeId: string) => string {
  const names = new Map(stores.map(({ storeId, storeName }) => [storeId, storeName]));
  return (storeId) => names.get(storeId) ?? storeId;
}
