import { randomUUID } from 'node:crypto';
import { stoneStream, type ModelFields } from '#contracts/events/index.ts';
import { appendEvents, type CommandContext } from '#services/platform/commands/index.ts';
import { recordImportedModel } from '../models/model-commands.ts';

export const ADMIN = { username: 'admin', role: 'administrator' } as const;

/** Lists a piece of a model, on a day of March 2026, at a list price in cents; answers its log position. */
export async function listPiece(
  context: CommandContext,
  parcelName: string,
  {
    model,
    day = 1,
    totalCents = 200_000,
    lab,
  }: { model: string; day?: number; totalCents?: number; lab?: string },
): Promise<bigint> {
  return appendEvents(
    context,
    { stream: stoneStream(parcelName), revision: 'no_stream', lastRecordedAt: '' },
    [
      {
        type: 'StoneListed',
        id: randomUUID(),
        data: {
          parcelName,
          line: 'jewellery',
          vendorId: 1,
          attributes: { weight: 650, ...(lab === undefined ? {} : { lab }) },
          piece: {
            model,
            modelDescription: `Model ${model}`,
            modelType: 'Ring',
            modelSubType: 'Halo',
            modelFinish: 'Platinum',
            components: [],
          },
          costCents: Math.round(totalCents / 1.2),
          totalCents,
          vendorAvailability: 'IN_STOCK',
          effectiveAt: `2026-03-${String(day).padStart(2, '0')}T15:00:00.000Z`,
        },
      },
    ],
    { commandId: `list ${parcelName}`, actor: { username: 'feed', role: 'system' } },
  );
}

/** Imports a model as a sheet's row would. */
export async function importTestModel(
  context: CommandContext,
  name: string,
  fields: Partial<ModelFields> = {},
): Promise<void> {
  const command = { commandId: randomUUID(), actor: ADMIN };
  await recordImportedModel(context, command, { name, fields: { additionalQuantity: 0, ...fields } });
}
