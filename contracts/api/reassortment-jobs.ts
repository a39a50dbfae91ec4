import { z } from 'zod';
import { MOST_QUANTITY } from '../reassortment/bin-spec.ts';
import { planBody, planDifference } from './reassortment-plans.ts';

/** A plan that is being made, or a question what would be if. */
export const planJob = z.object({
  id: z.string(),
  kind: z.enum(['PLAN', 'WHAT_IF']),
  templateId: z.string(),
  state: z.enum(['WAITING', 'GATHERING', 'PLANNING', 'DONE', 'FAILED', 'STOPPED']),
  /** The level that is being solved (rule: Order of objectives). */
  level: z.string().nullable(),
  /** Groups of stones and bins that share none with another. */
  groupsDone: z.int(),
  groups: z.int().nullable(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Of a plan that is made: the id that it is read by; of a question, the plan that it changes. */
  planId: z.string().nullable(),
  failure: z.string().nullable(),
});
export type PlanJobReply = z.infer<typeof planJob>;

/** A plan without its answer. */
export const planSummary = z.object({
  id: z.string(),
  templateId: z.string(),
  idealInventoryName: z.string(),
  madeAt: z.string(),
  madeBy: z.string(),
  /** The place in the log at which the house's stones were looked at (rule: Plan inputs). */
  position: z.string(),
  /** Cleared: it no longer counts, but can be read. */
  retired: z.boolean(),
});
export const planReply = planSummary.extend(planBody.shape);
export type PlanSummary = z.infer<typeof planSummary>;
export type PlanReply = z.infer<typeof planReply>;

const quantity = z.int().nonnegative().max(MOST_QUANTITY).optional();

/** Other quantities of a bin, which is named by its store and as it prints; what is left out stays. */
export const binChange = z.object({
  storeId: z.string().min(1).max(64),
  binSpec: z.string().min(1),
  minQty: quantity,
  targetQty: quantity,
  maxQty: quantity,
});

/** What a question changes of a plan's bins and locks; quantities that are left out stay. */
export const whatIfRequest = z.object({
  bins: z.array(binChange).max(1_000).default([]),
  lock: z.array(z.string().min(1).max(64)).max(20_000).default([]),
  unlock: z.array(z.string().min(1).max(64)).max(20_000).default([]),
});
export type WhatIfRequest = z.infer<typeof whatIfRequest>;

/** The plan that would be made, and how it differs from the one that was: `onlyFirst` is what was. */
export const whatIfReply = z.object({ plan: planBody, difference: planDifference });
export type WhatIfReply = z.infer<typeof whatIfReply>;
