import { randomUUID } from 'node:crypto';
import type { SmallVitrine } from './small-vitrine.ts';

/** Appends an event of a stone that no read model can apply: its stream is parked. */
export async function breakStone({ context }: SmallVitrine, parcelName: string): Promise<void> {
  const stream = `stone-${parcelName}`;
  const { events } = context;
  let revision = 0n;
  for await (const event of events.readStream(stream, { direction: 'backwards', maxCount: 1 }))
    revision = event.revision;
  const metadata = {
    recordedAt: new Date().toISOString(),
    actor: { username: 'feed', role: 'system' },
    commandId: randomUUID(),
    version: 1,
  };
  await events.append(stream, revision, [
    { id: randomUUID(), type: 'StoneRepriced', data: { costCents: 'broken' }, metadata },
  ]);
}
