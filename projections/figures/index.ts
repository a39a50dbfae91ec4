export { billFiguresProjection } from './bills-projector.ts';
export { parcelFiguresProjection } from './parcels-projector.ts';
export {
  billedByKind,
  billsKnown,
  customersActiveBy,
  heldByAge,
  heldOnDays,
  movementsByDay,
  spellsEnded,
  stonesHeld,
  stonesMoved,
  type BilledKind,
  type EndedSpell,
  type FiguresOf,
  type HeldOnDay,
} from './queries.ts';
