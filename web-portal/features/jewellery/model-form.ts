import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import type { ModelChange } from './api/change-models.ts';

/** What of a model may be edited, as it is typed; an address or a tier that it does not have is empty. */
export type ModelForm = {
  additionalQuantity: string;
  photoUrl: string;
  stillPhotoUrl: string;
  tier: string;
  hide: boolean;
};

/** A model as its form shows it before something is typed. */
export const formOf = (model: JewelleryModel): ModelForm => ({
  additionalQuantity: String(model.additionalQuantity),
  photoUrl: model.photoUrl ?? '',
  stillPhotoUrl: model.stillPhotoUrl ?? '',
  tier: model.tier ?? '',
  hide: model.hide,
});

/** What of this was typed that the model does not have. */
export function typedOver(model: JewelleryModel, typed: Partial<ModelForm>): Partial<ModelForm> {
  const stands = formOf(model);
  const over = Object.entries(typed).filter(([field, value]) => value !== stands[field as keyof ModelForm]);
  return Object.fromEntries(over);
}

/** The quantity typed, in pieces; NaN where it is no number. */
export const quantityOf = ({ additionalQuantity }: ModelForm): number =>
  readNumber(additionalQuantity) ?? NaN;

type Edited = Required<Omit<ModelChange, 'name' | 'version'>>;

const editedOf = (form: ModelForm): Edited => ({
  additionalQuantity: quantityOf(form),
  photoUrl: form.photoUrl.trim() || null,
  stillPhotoUrl: form.stillPhotoUrl.trim() || null,
  tier: form.tier || null,
  hide: form.hide,
});

/** What the form has otherwise than the model; what is left out stays as it is (product: Model edits and import). */
export function changedOf(model: JewelleryModel, form: ModelForm): Partial<Edited> {
  const stands = editedOf(formOf(model));
  const changed = Object.entries(editedOf(form)).filter(
    ([field, value]) => value !== stands[field as keyof Edited],
  );
  return Object.fromEntries(changed);
}
