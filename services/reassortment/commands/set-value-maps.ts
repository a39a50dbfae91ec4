import type { ReassortmentEvent } from '#contracts/events/index.ts';
import { hasList, LIST_VALUES } from '#contracts/reassortment/list-values.ts';
import type { Reassortment, ValueMap } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { changesList, type Versioned } from './changes-list.ts';
import { doublesIn, refuseFaults } from './list-faults.ts';
import { plainWord } from './plain-word.ts';

/**
 * Sets what the customer's values mean, all of them at once (rule: Maps). Nothing is recorded when nothing differs.
 * Refuses (422) values that are mapped twice or whose meaning is on no list, each named, and (409) when somebody has
 * changed them since.
 */
export function setValueMaps(
  state: Reassortment,
  { valueMaps, ...version }: { valueMaps: readonly ValueMap[] } & Versioned,
  at: Instant,
): ReassortmentEvent[] {
  const keyOf = ({ customerStoneProperty, inputValue }: ValueMap): string =>
    JSON.stringify([customerStoneProperty, plainWord(inputValue)]);
  const twice = doublesIn(valueMaps, keyOf, ({ customerStoneProperty, inputValue }, index) => ({
    field: `${index}.inputValue`,
    message: `${inputValue} of ${customerStoneProperty} is mapped twice: map each value once.`,
  }));
  const unlisted = valueMaps.flatMap(({ customerStoneProperty: property, outputValue }, index) => {
    if (!hasList(property) || LIST_VALUES[property].includes(outputValue)) return [];
    const message = `${outputValue} is not a valid ${property}: use one of ${LIST_VALUES[property].join(', ')}.`;
    return [{ code: 'NOT_ON_LIST', field: `${index}.outputValue`, message }];
  });
  refuseFaults([...twice, ...unlisted]);
  if (!changesList(state, 'valueMaps', valueMaps, version)) return [];
  return [{ type: 'ValueMapsSet', data: { valueMaps: [...valueMaps], effectiveAt: at } }];
}

/** Forgets all of them; does nothing when there are none. Refuses (409) when somebody has changed them since. */
export function clearValueMaps(state: Reassortment, version: Versioned, at: Instant): ReassortmentEvent[] {
  if (!changesList(state, 'valueMaps', [], version)) return [];
  return [{ type: 'ValueMapsCleared', data: { effectiveAt: at } }];
}
