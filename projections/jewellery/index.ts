export { modelsProjection } from './models-projector.ts';
export { piecesProjection, type PieceModel } from './pieces-projector.ts';
export { modelOrdersProjection } from './orders-projector.ts';
export {
  availablePieces,
  closedPieces,
  customersOfParcel,
  finishedModelsRequest,
  modelOfPiece,
  modelRecords,
  modelStocks,
  modelsWaitedFor,
  orderById,
  waitingOrders,
  type AvailablePiece,
  type ModelRecord,
  type ModelStock,
  type OrderRow,
} from './queries.ts';
