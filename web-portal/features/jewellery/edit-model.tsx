import { useState, type FormEvent } from 'react';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { Button } from '../../components/button/button.tsx';
import { Field } from '../../components/field/field.tsx';
import { useUpdateModel } from './api/change-models.ts';
import styles from './models.module.css';

const MOST_ADDITIONAL = 100_000;

/** Edits a model: additional quantity, photo addresses, tier and whether it is hidden, nothing else (specification, section 5). */
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
  const quantity = Number(additional);
  const problem =
    additional.trim() !== '' && Number.isInteger(quantity) && quantity >= 0 && quantity <= MOST_ADDITIONAL
      ? null
      : 'A whole number, 0 or more.';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(
      {
        name: model.name,
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
      <Field
        label="Additional quantity"
        inputMode="numeric"
        value={additional}
        problem={problem}
        onChange={(event) => setAdditional(event.target.value)}
      />
      <Field label="Photo or video" value={photoUrl} onChange={(event) => setPhotoUrl(event.target.value)} />
      <Field
        label="Still photo"
        value={stillPhotoUrl}
        onChange={(event) => setStillPhotoUrl(event.target.value)}
      />
      <label className={styles['choice']}>
        <span>Tier</span>
        <select value={tier} onChange={(event) => setTier(event.target.value)}>
          <option value="">None</option>
          {TIERS.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label className={styles['flag']}>
        <input type="checkbox" checked={hide} onChange={(event) => setHide(event.target.checked)} />
        <span>Hidden from customers</span>
      </label>
      <div className={styles['buttons']}>
        <Button disabled={isPending} onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={isPending || problem !== null}>
          Save
        </Button>
      </div>
    </form>
  );
}
