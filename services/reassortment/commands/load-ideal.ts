import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { HOUSE_CUSTOMER, type Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { checkBins } from './check-bins.ts';

export type LoadIdeal = {
  customerId: number;
  templateId: string;
  /** The nickname. */
  idealInventoryName: string;
  /** With `{attribute}` placeholders (product: Reassortment entities). */
  templateString: string;
  /** Hash of the file that the bins were read from. */
  fileHash: string;
  binsHash: string;
  bins: readonly IdealBin[];
};

/**
 * An ideal inventory under its nickname; the former one of that name becomes inactive (rule: Clearing and history of
 * ideals). Refuses (422) bins as `checkBins` does, and an ideal of the house with several stores (rule: House stock).
 */
export function loadIdeal(state: Reassortment, command: LoadIdeal, at: Instant): ReassortmentEvent[] {
  const { customerId, bins, ...ideal } = command;
  checkBins(bins, { templateString: ideal.templateString, stores: state.stores });
  const stores = new Set(bins.map(({ storeId }) => storeId));
  if (customerId === HOUSE_CUSTOMER && stores.size > 1)
    throw new Refusal(
      422,
      `The house's ideal inventory has one store, as its stock is in one: this file names ${stores.size}.`,
      { code: 'SEVERAL_STORES', field: 'excelBody' },
    );
  return [{ type: 'IdealLoaded', data: { ...ideal, binCount: bins.length, effectiveAt: at } }];
}
