import { isDeepStrictEqual } from 'node:util';
import type { JewelleryModel, ModelEdit } from '#contracts/api/jewellery.ts';
import { modelChangesSchema, type ModelEvent, type ModelFields } from '#contracts/events/index.ts';
import type { Model } from '#contracts/jewellery/model.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** What the editor was shown besides the model's own fields: totals in dollars, left out when there were none. */
export type ShownModel = Pick<JewelleryModel, 'total' | 'pieceTotals' | 'availableQuantity'>;

/**
 * An administrator's edit of a model, which may change only additionalQuantity, photoUrl, stillPhotoUrl, tier and hide
 * (product: Model edits and import); only what differs is recorded. Throws Refusal 422 that names the field when any
 * other field differs from its current value, or a new value cannot be used.
 */
export function changeModel(model: Model, edit: ModelEdit, shown: ShownModel, at: Instant): ModelEvent[] {
  const refused = otherChange(model.fields, edit, shown);
  if (refused) {
    const message = `${refused} cannot be edited here: only additionalQuantity, photoUrl, stillPhotoUrl, tier and hide can. Reload the model if it has changed meanwhile.`;
    throw new Refusal(422, message, { code: 'NOT_EDITABLE', field: `model.${refused}` });
  }
  // Only what differs is checked: what was recorded before a rule of today stays.
  const changes = checkedFields(
    modelChangesSchema,
    differing<Record<string, unknown>>(model.fields, {
      additionalQuantity: edit.additionalQuantity,
      photoUrl: emptied(edit.photoUrl),
      stillPhotoUrl: emptied(edit.stillPhotoUrl),
      tier: emptied(edit.tier),
      // A checkbox does not tell unset from no.
      hide: edit.hide === false && model.fields.hide === null ? undefined : edit.hide,
    }),
    'model',
  );
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'ModelChanged', data: { changes, effectiveAt: at } }];
}

function otherChange(fields: ModelFields, edit: ModelEdit, shown: ShownModel): string | undefined {
  const texts = (['description', 'type', 'subType', 'finish'] as const).find(
    (field) => edit[field] !== undefined && emptied(edit[field]) !== fields[field],
  );
  if (texts) return texts;
  if (edit.labGrown !== undefined && (edit.labGrown ?? false) !== (fields.labGrown ?? false))
    return 'labGrown';
  if (edit.total !== undefined && centsOrNull(edit.total) !== centsOrNull(shown.total)) return 'total';
  if (edit.pieceTotals && !isDeepStrictEqual(edit.pieceTotals, shown.pieceTotals)) return 'pieceTotals';
  if (edit.availableQuantity !== undefined && edit.availableQuantity !== shown.availableQuantity)
    return 'availableQuantity';
  // Shown as a sum with the additional quantity, so it may have changed with that.
  const totals = [fields.additionalQuantity, edit.additionalQuantity].map(
    (more = 0) => shown.availableQuantity + more,
  );
  return edit.availableTotalQty === undefined || totals.includes(edit.availableTotalQty)
    ? undefined
    : 'availableTotalQty';
}

const centsOrNull = (dollars: number | null | undefined): number | null =>
  dollars === null || dollars === undefined ? null : centsOf(dollars);

const emptied = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);
