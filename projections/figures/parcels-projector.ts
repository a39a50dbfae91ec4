import { parcelStreams } from '#contracts/events/index.ts';
import {
  emptyParcel,
  evolveParcel,
  foldParcel,
  stoneFactOf,
  type ParcelState,
} from '#contracts/lifecycle/index.ts';
import {
  loadRows,
  upsertRows,
  type AnyProjection,
  type Projection,
  type ProjectionTx,
} from '../engine/index.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import { figuresOfParcel } from './figures-of-parcel.ts';
import { rowsKnown } from './known-rows.ts';
import {
  figureEndingTable,
  figureMovementTable,
  figureParcelTable,
  figureStatusTable,
  parcelFigureTables,
  type EndingRow,
  type MovementRow,
  type StatusRow,
} from './tables.ts';

/** A parcel with every row of it that was ever known. */
type FiguresOfParcel = {
  readonly parcel: ParcelState;
  readonly statuses: readonly StatusRow[];
  readonly endings: readonly EndingRow[];
  readonly movements: readonly MovementRow[];
};

/**
 * The rows of parcels in the figures of reports, on both time axes. Kept apart from `parcels`, whose lists are on
 * people's screens while they work and show only what holds now.
 */
export function parcelFiguresProjection(zone: string): AnyProjection {
  const projection: Projection<FiguresOfParcel> = {
    name: 'parcel_figures',
    version: 4,
    zone,
    tables: parcelFigureTables,
    streams: [parcelStreams.prefix],
    keysOf: (event) => [parcelStreams.keyOf(event.stream)],
    load: loadFigures,
    apply(state, event, parcelName) {
      const parcel = evolveParcel(
        state?.parcel ?? emptyParcel(parcelName),
        stoneFactOf(parcelStreams.own(event)),
      );
      if (parcel.entries.length === 0) return { parcel, statuses: [], endings: [], movements: [] };
      const facts = figuresOfParcel(parcel, foldParcel(parcel, zone));
      const at = Number(event.position);
      return {
        parcel,
        statuses: rowsKnown(state?.statuses ?? [], facts.statuses, at),
        endings: rowsKnown(state?.endings ?? [], facts.endings, at),
        movements: rowsKnown(state?.movements ?? [], facts.movements, at),
      };
    },
    save: saveFigures,
  };
  return projection;
}

async function loadFigures(
  tx: ProjectionTx,
  names: readonly string[],
): Promise<Map<string, FiguresOfParcel>> {
  const parcels = await loadRows(tx, figureParcelTable, 'parcel_name', names);
  const statuses = byParcel(await loadRows(tx, figureStatusTable, 'parcel_name', names));
  const endings = byParcel(await loadRows(tx, figureEndingTable, 'parcel_name', names));
  const movements = byParcel(await loadRows(tx, figureMovementTable, 'parcel_name', names));
  return new Map(
    parcels.map(({ parcel_name: name, parcel }) => [
      name,
      {
        parcel,
        statuses: statuses.get(name) ?? [],
        endings: endings.get(name) ?? [],
        movements: movements.get(name) ?? [],
      },
    ]),
  );
}

const byParcel = <Row extends { parcel_name: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  grouped(rows, (row) => row.parcel_name);

function saveFigures(tx: ProjectionTx, changed: ReadonlyMap<string, FiguresOfParcel>): void {
  const all = [...changed.values()];
  upsertRows(
    tx,
    figureParcelTable,
    all.map(({ parcel }) => ({ parcel_name: parcel.parcelName, parcel })),
  );
  // Known rows stay: rows are only added or ended.
  upsertRows(
    tx,
    figureStatusTable,
    all.flatMap(({ statuses }) => statuses),
  );
  upsertRows(
    tx,
    figureEndingTable,
    all.flatMap(({ endings }) => endings),
  );
  upsertRows(
    tx,
    figureMovementTable,
    all.flatMap(({ movements }) => movements),
  );
}
