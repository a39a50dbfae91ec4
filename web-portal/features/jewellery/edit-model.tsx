import { useState, type FormEvent } from 'react';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { understood } from '#web-shared/formats/understood.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField } from '#web-shared/components/field/field.tsx';
import { useUpdateModel } from './api/change-models.ts';
import styles from './models.module.css';

const MOST_ADDITIONAL = 100_000;
const TIER_CHOICES = TIERS.map((tier) => [tier, tier] as const);

/**
 * Edits a model: additional quantity, photo addresses, tier and whether it is hidden, nothing else (product:
 * Model edits and import).
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
  const [additional, setAdditional] = useState(String(model.additionalQuantity));
  const [photoUrl, setPhotoUrl] = useState(model.photoUrl ?? '');
  const [stillPhotoUrl, setStillPhotoUrl] = useState(model.stillPhotoUrl ?? '');
  const [tier, setTier] = useState<string>(model.tier ?? '');
  const [hide, setHide] = useState(model.hide);
  const [opened] = useState(model);
  const quantity = readNumber(additional) ?? NaN;
  const problem =
    Number.isInteger(quantity) && quantity >= 0 && quantity <= MOST_ADDITIONAL
      ? null
      : 'A whole number, 0 or more.';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(
      {
        name: model.name,
        ...(model.version !== undefined && { version: model.version }),
        additionalQuantity: quantity,
        photoUrl: photoUrl.trim() || null,
        stillPhotoUrl: stillPhotoUrl.trim() || null,
        tier: tier || null,
        hide,
      },
      { onSuccess: () => onDone(true) },
    );
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
        value={additional}
        hint={understood(additional)}
        problem={problem}
        onChange={(event) => setAdditional(event.target.value)}
      />
      <Field label="Photo or video" value={photoUrl} onChange={(event) => setPhotoUrl(event.target.value)} />
      <Field
        label="Still photo"
        value={stillPhotoUrl}
        onChange={(event) => setStillPhotoUrl(event.target.value)}
      />
      <SelectField label="Tier" value={tier} empty="None" choices={TIER_CHOICES} onChange={setTier} />
      <label className={styles['flag']}>
        <input type="checkbox" checked={hide} onChange={(event) => setHide(event.target.checked)} />
        <span>Hidden from customers</span>
      </label>
      <div className={styles['buttons']}>
        <Button disabled={isPending} onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button look="primary" type="submit" busy={isPending} disabled={problem !== null}>
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
    const [before, after] = [opened, now].map((model) => inWords(model[field as keyof typeof LABELS]));
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

function inWords(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined ? 'nothing' : String(value);
}
