import type { WhatIfRequest } from '#contracts/api/reassortment-jobs.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { storeNames } from '../store-names.ts';
import { changeBins } from './change-bins.ts';
import type { PlanTask } from './plan-task.ts';

/**
 * A plan's inputs with other quantities and locks: the same stock, and the same stones of the house. Throws Refusal 422
 * as `changeBins` does, and for a stone that is not among the customer's units in a store.
 */
export function taskWithChanges(task: PlanTask, { bins, lock, unlock }: WhatIfRequest): PlanTask {
  const { templateString, units } = task.input;
  const stores = task.storeNames.map(([storeId, storeName]) => ({ storeId, storeName }));
  const known = new Set(
    units.flatMap(({ customerStoneId, storeId }) => (storeId === null ? [] : [customerStoneId])),
  );
  for (const [field, ids] of Object.entries({ lock, unlock })) {
    const at = ids.findIndex((id) => !known.has(id));
    if (at >= 0)
      throw new Refusal(422, `There is no stone ${ids[at]} in a store.`, {
        code: 'UNKNOWN_STONE',
        field: `${field}.${at}`,
      });
  }
  const [locked, free] = [new Set(lock), new Set(unlock)];
  return {
    ...task,
    input: {
      ...task.input,
      bins: changeBins(templateString, task.input.bins, storeNames({ stores }), bins),
      units: units.map((unit) => ({
        ...unit,
        isLocked: locked.has(unit.customerStoneId) || (unit.isLocked && !free.has(unit.customerStoneId)),
      })),
    },
  };
}
