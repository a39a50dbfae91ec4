import { useState, type FormEvent } from 'react';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { understood } from '#web-shared/formats/understood.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField } from '#web-shared/components/field/field.tsx';
import { useNoServer } from '../../lib/connection.ts';
import { useUpdateModel } from './api/change-models.ts';
import { changedOf, formOf, quantityOf, typedOver, type ModelForm } from './model-form.ts';
import styles from './models.module.css';

const MOST_ADDITIONAL = 100_000;
const TIER_CHOICES = TIERS.map((tier) => [tier, tier] as const);

/**
 * Edits a model: additional quantity, photo addresses, tier and whether it is hidden, nothing else (product:
 * Model edits and import). Only what was changed is sent: the rest may have been changed by somebody else meanwhile.
 */
export function EditModel({
  model,
  onDone,
}: {
  model: JewelleryModel;
  /** Closed again; whether something was saved. */
  onDone: (saved: boolean) => void;
}) {
  const { mutate, isPending } = useUpdateModel();
  const noServer = useNoServer();
  const [typed, setTyped] = useState<Partial<ModelForm>>({});
  // What is typed as the model has it now is not typed over it.
  const type = (part: Partial<ModelForm>): void =>
    setTyped((before) => typedOver(model, { ...before, ...part }));
  const [opened] = useState(model);
  // What was not typed over follows the model.
  const form = { ...formOf(model), ...typed };
  const quantity = quantityOf(form);
  const problem =
    Number.isInteger(quantity) && quantity >= 0 && quantity <= MOST_ADDITIONAL
      ? null
      : 'A whole number, 0 or more.';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { name, version } = model;
    const change = { name, ...(version !== undefined && { version }), ...changedOf(model, form) };
    mutate(change, { onSuccess: () => onDone(true) });
  };
  return (
    <form className={styles['edit']} onSubmit={submit} aria-label={`Edit ${model.name}`}>
      <p>
        <strong>{model.name}</strong> {model.description}
      </p>
      <Meanwhile opened={opened} now={model} />
      <Field
        label="Additional quantity"
        inputMode="numeric"
        autoFocus
        value={form.additionalQuantity}
        hint={understood(form.additionalQuantity)}
        problem={problem}
        onChange={(event) => type({ additionalQuantity: event.target.value })}
      />
      <Field
        label="Photo or video"
        value={form.photoUrl}
        onChange={(event) => type({ photoUrl: event.target.value })}
      />
      <Field
        label="Still photo"
        value={form.stillPhotoUrl}
        onChange={(event) => type({ stillPhotoUrl: event.target.value })}
      />
      <SelectField
        label="Tier"
        value={form.tier}
        empty="None"
        choices={TIER_CHOICES}
        onChange={(tier) => type({ tier })}
      />
      <label className={styles['flag']}>
        <input
          type="checkbox"
          checked={form.hide}
          onChange={(event) => type({ hide: event.target.checked })}
        />
        <span>Hidden from customers</span>
      </label>
      <div className={styles['buttons']}>
        <Button disabled={isPending} onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button
          look="primary"
          type="submit"
          busy={isPending}
          disabled={problem !== null || noServer !== null}
          title={noServer ?? undefined}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

const LABELS = {
  additionalQuantity: 'Additional quantity',
  photoUrl: 'Photo or video',
  stillPhotoUrl: 'Still photo',
  tier: 'Tier',
  hide: 'Hidden from customers',
} as const;

/** What somebody else has changed of the model since it was opened; what is typed here stays. */
function Meanwhile({ opened, now }: { opened: JewelleryModel; now: JewelleryModel }) {
  const changed = Object.entries(LABELS).flatMap(([field, label]) => {
    const [before, after] = [opened, now].map((model) => valueText(model[field as keyof typeof LABELS]));
    return before === after ? [] : [`${label}: ${before} → ${after}`];
  });
  if (changed.length === 0) return null;
  return (
    <p className={styles['meanwhile']} role="status">
      Changed meanwhile by somebody else. {changed.join('; ')}. What you typed is still here: check it, and
      save.
    </p>
  );
}

function valueText(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined ? 'nothing' : String(value);
}
