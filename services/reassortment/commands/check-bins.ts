import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { Store } from '#contracts/reassortment/reassortment.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { attributesOfTemplate, printBin } from '../plan/bin-names.ts';
import { doublesIn, refuseFaults } from './list-faults.ts';

const MOST_BINS = 20_000;

/**
 * Refuses (422) bins that no plan can be made of: none or too many, of an unknown store, two equal ones, a minimum
 * above the target or a target above the maximum, or a bucket of an attribute that the template does not name.
 */
export function checkBins(
  bins: readonly IdealBin[],
  { templateString, stores }: { templateString: string; stores: readonly Store[] },
): void {
  const refuse = (field: string, message: string): never => {
    throw new Refusal(422, message, { code: 'INVALID', field });
  };
  const attributes = new Set<string>(attributesOfTemplate(templateString));
  if (attributes.size === 0) refuse('templateString', 'Name an attribute in braces, such as {shape}.');
  if (bins.length === 0) refuse('bins', 'There is no bin.');
  if (bins.length > MOST_BINS) refuse('bins', `There are more than ${MOST_BINS} bins.`);
  const known = new Map(stores.map(({ storeId, storeName }) => [storeId, storeName]));
  const nameOf = ({ storeId, spec }: IdealBin): string =>
    `${printBin(templateString, spec)} of ${known.get(storeId)}`;
  for (const [index, bin] of bins.entries()) {
    const { storeId, spec, minQty, targetQty, maxQty } = bin;
    if (!known.has(storeId))
      refuse(`bins.${index}.storeId`, `The customer has no store ${storeId}: set its stores first.`);
    const foreign = Object.keys(spec).find((attribute) => !attributes.has(attribute));
    if (foreign !== undefined)
      refuse(`bins.${index}.spec.${foreign}`, `The template ${templateString} does not name ${foreign}.`);
    if (spec.weight && spec.weight.maximum < spec.weight.minimum)
      refuse(`bins.${index}.spec.weight`, `${nameOf(bin)}: its lowest weight is above its highest.`);
    if (minQty > targetQty)
      refuse(
        `bins.${index}.minQty`,
        `${nameOf(bin)}: the minimum ${minQty} is above the target ${targetQty}.`,
      );
    if (targetQty > maxQty)
      refuse(
        `bins.${index}.maxQty`,
        `${nameOf(bin)}: the maximum ${maxQty} is below the target ${targetQty}.`,
      );
  }
  const twice = doublesIn(
    bins,
    (bin) => JSON.stringify([bin.storeId, printBin(templateString, bin.spec)]),
    (bin, index) => ({
      field: `bins.${index}`,
      message: `${nameOf(bin)} appears twice.`,
    }),
  );
  refuseFaults(twice);
}
