export type { StoneRoutesDeps } from './routes.ts';
export { decideRequest, placeInstruction } from './place-instruction.ts';
export { finishedInstructionOf, modelsRequestIdOf, refuseKeyOfInstruction } from './request-keys.ts';
export type { Instructing } from './decide-instruction.ts';
export { instructing } from './instruction-routes.ts';
export { finishInstruction } from './finish-instruction.ts';
export { ABANDONED_AFTER_MS, withNothingOpen } from './abandoned-instructions.ts';
export { correctableEntry } from './correctable-entry.ts';
export { correctHistory } from './correct-history.ts';
export { recordDocument, type TradingDocument } from './record-document.ts';
export type { StonesContext } from './stones-context.ts';
export { stoneDetails, type DetailsReaders } from './stone-details.ts';
export type { AvailableNamesReaders } from './available-names.ts';
export { rememberedViews } from './remembered-views.ts';
export {
  availableNamed,
  lineView,
  mayBrowse,
  shownParcel,
  stonesInLists,
  type LineView,
  type ShownParcel,
  type StoneReaders,
  type Viewer,
} from './stone-lists.ts';
export { customerTotal, seenPrice } from './price-view.ts';
export { instructionReaders, stoneReaders, type StaleVendors } from './stone-readers.ts';
