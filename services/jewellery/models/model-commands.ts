import type { ModelEdit } from '#contracts/api/jewellery.ts';
import { modelKey, modelStream, type ModelEvent } from '#contracts/events/index.ts';
import type { Model } from '#contracts/jewellery/model.ts';
import {
  appendEvents,
  decideOnStream,
  deriveId,
  onFreshStream,
  underItsKey,
  type Command,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';
import { changeModel, type ShownModel } from './change-model.ts';
import { importModel, type ImportedModel } from './import-model.ts';
import { modelFold } from './model-fold.ts';

/** What a row of a sheet came to; the log position of its event, null when there is none. */
export type ImportOutcome = { outcome: 'imported' | 'changed' | 'unchanged'; position: bigint | null };

/** Imports one model; repeated under the same command it changes nothing and says what it said. */
export async function recordImportedModel(
  context: CommandContext,
  command: Command,
  model: ImportedModel,
): Promise<ImportOutcome> {
  const stream = modelStream(modelKey(model.name));
  const id = deriveId(command.commandId, stream, 0);
  return onFreshStream(context, stream, modelFold, async (loaded) => {
    const written = loaded.recent.find((event) => event.id === id);
    const outcome = loaded.state.model === null || loaded.state.firstEventId === id ? 'imported' : 'changed';
    if (written) return { outcome, position: BigInt(written.position) };
    const [event] = importModel(loaded.state.model, model, context.clock().toISOString());
    if (!event) return { outcome: 'unchanged', position: null };
    return { outcome, position: await appendEvents(context, loaded, [{ ...event, id }], command) };
  });
}

/**
 * An administrator's edit; `told` is the model as its pieces tell of it while nobody imported it, null when they do
 * not. Gives the log position reached, null when nothing changed. Throws Refusal 402 for an unknown model, 409 for
 * the key of another body, 402 when somebody has changed the model since `edit.version`, and what `changeModel` throws.
 */
export async function recordModelEdit(
  context: CommandContext,
  command: Command & { bodyHash: string },
  edit: ModelEdit,
  shown: ShownModel,
  told: Model | null,
): Promise<bigint | null> {
  return underItsKey(context, command, async (repeated) => {
    if (repeated) return null;
    const stream = modelStream(modelKey(edit.name));
    const { position } = await decideOnStream(context, stream, modelFold, command, (state) => {
      if (edit.version !== undefined && edit.version !== state.version)
        throw changedMeanwhile(state.changedBy, 'model', 402);
      return decideEdit(state.model, edit, shown, told, context.clock().toISOString());
    });
    return position;
  });
}

/** Pure: the first edit of a model that only pieces tell of makes it one of ours. */
export function decideEdit(
  model: Model | null,
  edit: ModelEdit,
  shown: ShownModel,
  told: Model | null,
  at: string,
): ModelEvent[] {
  const known = model ?? told;
  if (!known)
    throw new Refusal(402, `There is no model ${edit.name}.`, { code: 'UNKNOWN_MODEL', field: 'model.name' });
  const changes = changeModel(known, edit, shown, at);
  return model || changes.length === 0 ? changes : [...importModel(null, known, at), ...changes];
}
