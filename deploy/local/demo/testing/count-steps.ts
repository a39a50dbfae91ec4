import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Step } from '../steps.ts';

/** How a certificate number of a lab looks. */
export function certificatePattern(lab: string | undefined): RegExp {
  if (lab === 'FM') return /^(?:\d{11,12}-)?\d{6,9}$|^\d{6,9}-\d{11,12}$/;
  return lab === 'GIA' || lab === 'GIA-LG' ? /^\d{10}$/ : /^\d{9,11}$/;
}

export type Counted = { parcels: Record<Line, number>; models: number; kinds: Record<string, number> };

/** What is in a plan, counted, for tests. */
export function countSteps(steps: readonly Step[]): Counted {
  const parcels: Record<Line, number> = { natural: 0, labGrown: 0, fancyColour: 0, jewellery: 0 };
  const models = new Set<string>();
  const offered = new Set<string>();
  const kinds: Record<string, number> = {};
  const add = (kind: string): void => void (kinds[kind] = (kinds[kind] ?? 0) + 1);
  for (const step of steps) {
    add(step.kind);
    if (step.kind === 'instruct') add(step.intent);
    if (step.kind === 'race') add('declined');
    if (step.kind === 'correct') add(step.newDate === undefined ? 'undo' : 'back-date');
    if (step.kind === 'document') {
      add(step.document.docType);
      if (step.document.version > 1) add(step.document.amountCents === null ? 'void' : 'version 2');
    }
    if (step.kind !== 'offer') continue;
    const { parcelName, line, piece } = step.offer;
    if (offered.has(parcelName)) add('repriced');
    else parcels[line] += 1;
    offered.add(parcelName);
    if (piece) models.add(piece.model);
  }
  return { parcels, models: models.size, kinds };
}
