export { modelsProjection } from './models-projector.ts';
export { piecesProjection } from './pieces-projector.ts';
export type { PieceModel } from './tables.ts';
export { modelOrdersProjection } from './orders-projector.ts';
export {
  availablePieces,
  closedModels,
  closedPieces,
  finishedModelsRequest,
  modelOfPiece,
  modelRecords,
  modelStocks,
  modelsWaitedFor,
  orderById,
  waitingOrders,
  type AvailablePiece,
  type ModelStock,
  type OrderRow,
} from './queries.ts';
