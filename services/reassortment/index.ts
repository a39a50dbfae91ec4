export {
  changeIdeal,
  loadReassortment,
  reassortmentCommands,
  recordIdeal,
  recordStock,
  type ReassortmentContext,
} from './handlers.ts';
export { readIdeal } from './ideal/read-ideal.ts';
export { requestPlan } from './jobs/request-plan.ts';
export { attributesOfTemplate, printBin } from './plan/bin-names.ts';
export { readStock } from './stock/read-stock.ts';
