import type { ModelEdit } from '#contracts/api/jewellery.ts';
import { modelKey, modelStream, type ModelEvent } from '#contracts/events/index.ts';
import { modelFold, type Model } from '#contracts/jewellery/model.ts';
import {
  carryOut,
  deriveId,
  type Command,
  type CommandContext,
  type Key,
} from '#services/platform/commands/index.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';
import { changeModel, type ShownModel } from './change-model.ts';
import { importModel, type ImportedModel } from './import-model.ts';

/** The outcome of a row of a sheet; the log position of its event, null without one. */
export type ImportOutcome = { outcome: 'imported' | 'changed' | 'unchanged'; position: bigint | null };

/** Imports one model; repeated under the same command it changes nothing and gives the same answer. */
export async function recordImportedModel(
  context: CommandContext,
  command: Command,
  model: ImportedModel,
): Promise<ImportOutcome> {
  const stream = modelStream(modelKey(model.name));
  const { state, position } = await carryOut(context, { stream, fold: modelFold }, command, (known) =>
    importModel(known.model, model, context.clock().toISOString()),
  );
  if (position === null) return { outcome: 'unchanged', position };
  const isFirst = state.model === null || state.firstEventId === deriveId(command.commandId, stream, 0);
  return { outcome: isFirst ? 'imported' : 'changed', position };
}

/**
 * An administrator's edit. `stocked` is the model as its pieces describe it while it is not imported, null without
 * pieces. Returns the log position reached, null when nothing changed. Throws Refusal 402 for an unknown model, 409
 * when somebody has changed the model since `edit.version` or the key was used with another body, and what `changeModel`
 * throws.
 */
export async function recordModelEdit(
  context: CommandContext,
  command: Command & { key: Key },
  edit: ModelEdit,
  shown: ShownModel,
  stocked: Model | null,
): Promise<bigint | null> {
  const on = { stream: modelStream(modelKey(edit.name)), fold: modelFold };
  const { position } = await carryOut(context, on, command, (state) => {
    if (edit.version !== undefined && edit.version !== state.version)
      throw changedMeanwhile(state.changedBy, 'model');
    return decideEdit(state.model, edit, shown, stocked, context.clock().toISOString());
  });
  return position;
}

/** Pure: the first edit of a model that is known only through its pieces imports it. */
export function decideEdit(
  model: Model | null,
  edit: ModelEdit,
  shown: ShownModel,
  stocked: Model | null,
  at: string,
): ModelEvent[] {
  const known = model ?? stocked;
  if (!known)
    throw new Refusal(402, `There is no model ${edit.name}.`, { code: 'UNKNOWN_MODEL', field: 'model.name' });
  const changes = changeModel(known, edit, shown, at);
  return model || changes.length === 0 ? changes : [...importModel(null, known, at), ...changes];
}
