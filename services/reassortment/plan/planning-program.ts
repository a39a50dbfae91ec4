/** Makes one plan in a thread of its own: the solver computes without a pause, for seconds where there is much. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PlanBody } from '#contracts/api/reassortment-plans.ts';
import { loadHighs } from './load-highs.ts';
import { solvePlan, type Progress } from './solve-plan.ts';
import { planAnswer } from './plan-answer.ts';
import type { Limit, PlanInput } from './plan-input.ts';

/** What the thread is given; `storeNames` by id. */
export type PlanningTask = { input: PlanInput; limit: Limit; storeNames: ReadonlyMap<string, string> };

/** What it says: how far it is, and in the end the plan. */
export type PlanningMessage = { progress: Progress } | { plan: PlanBody };

const say = (message: PlanningMessage): void => parentPort?.postMessage(message);

const { input, limit, storeNames } = workerData as PlanningTask;
const placement = solvePlan(await loadHighs(), input, (progress) => say({ progress }));
const storeName = (storeId: string): string => storeNames.get(storeId) ?? storeId;
say({ plan: planAnswer(input, placement, { ...limit, storeName }) });
