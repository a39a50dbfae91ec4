import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useRedirect } from 'react-admin';
import { z } from 'zod';
import {
  jewelleryModelListSchema,
  jewelleryModelSchema,
  type JewelleryModel,
} from '#contracts/api/jewellery.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { ConflictNotice, type Conflict } from '../components/form/conflict-notice.tsx';
import { BackToList } from '../components/back-to.tsx';
import { ChoiceInput, FlagInput, NumberInput, TextInput } from '../components/form/fields.tsx';
import { FieldGroup, RecordForm } from '../components/form/record-form.tsx';
import { Page } from '../components/page.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { LoadedPage } from '../components/loaded.tsx';
import { call, codeOf } from '../providers/http-client.ts';

/** Only these may be changed (product: Model edits and import). */
const editable = z.object({
  additionalQuantity: z.int('Enter a whole number.').nonnegative('Use 0 or more.'),
  photoUrl: z.string().nullish(),
  stillPhotoUrl: z.string().nullish(),
  tier: z.string().nullish(),
  hide: z.boolean(),
});

const LABELS = {
  additionalQuantity: 'Additional quantity',
  tier: 'Tier',
  photoUrl: 'Photo or video address',
  stillPhotoUrl: 'Still photo address',
  hide: 'Hide from customers',
};

/** A model's edit form. */
export function ModelEdit() {
  const { name = '' } = useParams();
  const models = useQuery({
    queryKey: ['jewellery models'],
    queryFn: () => call('/jewellery/all_models', jewelleryModelListSchema),
    // What another has saved since would bring its version under what was typed, and the save would go over it unseen.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { refetch } = models;
  // Not as the list had it: what is read behind it would bring another's version in the same way.
  const data = models.isFetchedAfterMount ? models.data : undefined;
  const model = data?.find((one) => one.name === name);
  const error = models.error ?? (data && new Error(`There is no model ${name}.`));
  return (
    <LoadedPage query={{ data: model, error, refetch }} title="Model" noun="model" above={back}>
      {(found) => <Opened key={found.name} model={found} />}
    </LoadedPage>
  );
}

const back = <BackToList resource="jewellery-models" />;

function Opened({ model }: { model: JewelleryModel }) {
  const client = useQueryClient();
  const redirect = useRedirect();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const save = async (values: object): Promise<void> => {
    const changes = editable.parse(values);
    // Without the total and the counts: they follow the pieces, and may have changed since.
    const { name, version } = model;
    const body = { model: { name, version, ...changes } };
    const saved = await call('/jewellery/update_model', jewelleryModelSchema, { body });
    await client.invalidateQueries({ queryKey: ['jewellery models'] });
    toastSuccess(`${saved.name} was saved.`);
  };
  /** Of two who edit one model the second gets a message; the model is read again, and what was typed stays. */
  const reportsConflict = (failure: unknown): boolean => {
    if (codeOf(failure) !== 'CHANGED_MEANWHILE') return false;
    setConflict({ message: messageOf(failure), before: model });
    void client.invalidateQueries({ queryKey: ['jewellery models'] });
    return true;
  };
  const { additionalQuantity, photoUrl, stillPhotoUrl, tier, hide } = model;
  return (
    <Page title={model.name} above={back} summary={model.description}>
      <ConflictNotice conflict={conflict} now={model} labels={LABELS} />
      <RecordForm
        schema={editable}
        reports={reportsConflict}
        cancel="/jewellery-models"
        onSave={save}
        onSaved={() => redirect('/jewellery-models')}
        renamed={(path) => path.replace(/^model\./, '')}
        defaultValues={{ additionalQuantity, photoUrl, stillPhotoUrl, tier, hide }}
      >
        <FieldGroup title="Model">
          <NumberInput
            source="additionalQuantity"
            label={LABELS.additionalQuantity}
            hint={`${formatNumberOf(model.availableQuantity, ['piece is', 'pieces are'])} available now.`}
          />
          <ChoiceInput
            source="tier"
            label={LABELS.tier}
            empty="None"
            choices={TIERS.map((tier) => [tier, tier])}
          />
          <TextInput source="photoUrl" label={LABELS.photoUrl} />
          <TextInput source="stillPhotoUrl" label={LABELS.stillPhotoUrl} />
          <FlagInput source="hide" label={LABELS.hide} />
        </FieldGroup>
      </RecordForm>
    </Page>
  );
}
