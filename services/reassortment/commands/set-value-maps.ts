import type { ReassortmentEvent } from '#contracts/events/index.ts';
import { hasList, LIST_VALUES } from '#contracts/reassortment/list-values.ts';
import type { Reassortment, ValueMap } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { changesList, type Versioned } from './changes-list.ts';
import { plainWord } from './plain-word.ts';
import { refuseDoubles } from './refuse-doubles.ts';

/**
 * Sets what the customer's values mean, all of them at once (rule: Maps). Nothing is recorded when nothing differs.
 * Refuses (422) a value that is mapped twice, and one whose meaning is on no list, and (409) when somebody has changed
 * them since.
 */
export function setValueMaps(
  state: Reassortment,
  { valueMaps, ...version }: { valueMaps: readonly ValueMap[] } & Versioned,
  at: Instant,
): ReassortmentEvent[] {
  const keyOf = ({ customerStoneProperty, inputValue }: ValueMap): string =>
    JSON.stringify([customerStoneProperty, plainWord(inputValue)]);
  refuseDoubles(valueMaps, keyOf, ({ customerStoneProperty, inputValue }, index) => ({
    field: `${index}.inputValue`,
    message: `${inputValue} of ${customerStoneProperty} is mapped twice: map each value once.`,
  }));
  for (const [index, { customerStoneProperty: property, outputValue }] of valueMaps.entries())
    if (hasList(property) && !LIST_VALUES[property].includes(outputValue))
      throw new Refusal(
        422,
        `${outputValue} is not a valid ${property}: use one of ${LIST_VALUES[property].join(', ')}.`,
        { code: 'NOT_ON_LIST', field: `${index}.outputValue` },
      );
  if (!changesList(state, 'valueMaps', valueMaps, version)) return [];
  return [{ type: 'ValueMapsSet', data: { valueMaps: [...valueMaps], effectiveAt: at } }];
}

/** Forgets all of them; does nothing when there are none. Refuses (409) when somebody has changed them since. */
export function clearValueMaps(state: Reassortment, version: Versioned, at: Instant): ReassortmentEvent[] {
  if (!changesList(state, 'valueMaps', [], version)) return [];
  return [{ type: 'ValueMapsCleared', data: { effectiveAt: at } }];
}
