import { modelKey, parcelStreams } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { pieceTable, type PieceModel } from './tables.ts';

type PieceState = {
  readonly modelKey: string | null;
  readonly listedAt: Instant;
  readonly listedPosition: number;
  readonly changedPosition: number;
  readonly piece: PieceModel;
};

/** The jewellery pieces by model, oldest listed first (rule: Requesting a model). */
export const piecesProjection: Projection<PieceState> = {
  name: 'jewellery_pieces',
  version: 1,
  tables: [pieceTable],
  streams: [parcelStreams.prefix],
  keysOf(event) {
    const describes =
      (event.type === 'StoneListed' && event.data.line === 'jewellery') ||
      (event.type === 'StoneDescribed' && event.data.piece !== undefined);
    return describes ? [parcelStreams.keyOf(event.stream)] : [];
  },
  async load(tx, names) {
    const rows = await loadRows(tx, pieceTable, 'parcel_name', names);
    return new Map(
      rows.map((row) => [
        row.parcel_name,
        {
          modelKey: row.model_key,
          listedAt: row.listed_at,
          listedPosition: row.listed_position,
          changedPosition: row.changed_position,
          piece: row.piece,
        },
      ]),
    );
  },
  apply(state, event) {
    if (event.type !== 'StoneListed' && event.type !== 'StoneDescribed')
      throw new Error(`${event.type} does not describe a piece`);
    const position = Number(event.position);
    const { piece, effectiveAt } = event.data;
    const model = piece?.model.trim() ?? '';
    return {
      modelKey: model === '' ? null : modelKey(model),
      listedAt: state?.listedAt ?? effectiveAt,
      listedPosition: state?.listedPosition ?? position,
      changedPosition: position,
      piece: {
        name: model,
        modelDescription: piece?.modelDescription,
        modelType: piece?.modelType,
        modelSubType: piece?.modelSubType,
        modelFinish: piece?.modelFinish,
      },
    };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      pieceTable,
      [...changed].map(([name, state]) => ({
        parcel_name: name,
        model_key: state.modelKey,
        listed_at: state.listedAt,
        listed_position: state.listedPosition,
        changed_position: state.changedPosition,
        piece: state.piece,
      })),
    ),
};
