import { customerStreams } from '#contracts/events/index.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import type { InstructionRecord } from './instruction-record.ts';
import { instructionTable } from './tables.ts';

/** Instructions by id, open and finished (rule: Instructions). */
export const instructionsProjection: Projection<InstructionRecord> = {
  name: 'instructions',
  version: 2,
  tables: [instructionTable],
  streams: [customerStreams.prefix],
  keysOf: (event) =>
    event.type === 'InstructionPlaced' || event.type === 'InstructionFinished'
      ? [event.data.instructionId]
      : [],
  async load(tx, ids) {
    const rows = await loadRows(tx, instructionTable, 'instruction_id', ids);
    return new Map(rows.map((row) => [row.instruction_id, row.record]));
  },
  apply(state, event) {
    if (event.type === 'InstructionPlaced') {
      const { commandId, bodyHash, actor, recordedAt } = event.metadata;
      return {
        customerId: Number(customerStreams.keyOf(event.stream)),
        placed: event.data,
        commandId,
        bodyHash: bodyHash ?? null,
        actor,
        recordedAt,
        finished: null,
        reached: null,
      };
    }
    if (event.type !== 'InstructionFinished') throw new Error(`${event.type} is not of an instruction`);
    if (!state) throw new Error(`instruction ${event.data.instructionId} is finished but was never placed`);
    return { ...state, finished: event.data, reached: event.position.toString() };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      instructionTable,
      [...changed].map(([id, record]) => ({ instruction_id: id, record })),
    ),
};
