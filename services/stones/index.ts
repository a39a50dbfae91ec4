export { registerStoneRoutes, type StoneRoutesDeps } from './routes.ts';
export { placeInstruction, type Instruction, type Instructing } from './place-instruction.ts';
export { finishingReactor } from './finishing-reactor.ts';
export { correctHistory, previewCorrection, type Correction } from './correct-history.ts';
export { recordDocument, type TradingDocument } from './record-document.ts';
export { parcelFold } from './parcel-fold.ts';
export type { StonesContext } from './stones-context.ts';
export type { FinishedInstruction } from './instruction-ledger.ts';
export type { RapOf, PricedStone } from './price-view.ts';
