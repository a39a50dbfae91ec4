import { expect, test } from 'vitest';
import type { InstructionEvent, InstructionPlaced } from '../events/index.ts';
import { asRecorded } from '../events/testing/as-recorded.ts';
import {
  evolveInstructions,
  holdsAllFinished,
  NO_INSTRUCTIONS,
  type InstructionLedger,
} from './instruction-ledger.ts';

const effectiveAt = '2026-03-01T15:00:00.000Z';

/** The ledger after so many instructions, each placed and finished. */
function after(count: number): InstructionLedger {
  let ledger = NO_INSTRUCTIONS;
  for (let index = 0; index < count; index++) {
    const instructionId = `i${index}`;
    const placed: InstructionPlaced = { instructionId, action: 'RETURN', parcels: [], effectiveAt };
    const finished = { instructionId, done: [], declined: [], position: '1', effectiveAt };
    const events: InstructionEvent[] = [
      { type: 'InstructionPlaced', data: placed },
      { type: 'InstructionFinished', data: finished },
    ];
    for (const [place, event] of events.entries())
      ledger = evolveInstructions(ledger, asRecorded(event, 2 * index + place));
  }
  return ledger;
}

test('a ledger that holds all finished instructions has the first of them still', () => {
  for (const count of [0, 1, 99, 100, 101, 250]) {
    const ledger = after(count);
    const hasFirst = ledger.finished.some(({ instructionId }) => instructionId === 'i0');
    if (holdsAllFinished(ledger)) expect([count, hasFirst]).toEqual([count, count > 0]);
  }
  expect([holdsAllFinished(after(0)), holdsAllFinished(after(99))]).toEqual([true, true]);
  expect([holdsAllFinished(after(101)), holdsAllFinished(after(250))]).toEqual([false, false]);
});
