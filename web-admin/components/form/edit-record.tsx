import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import {
  CreateBase,
  EditBase,
  FormDataConsumer,
  useEditContext,
  useRedirect,
  type RaRecord,
} from 'react-admin';
import type { z } from 'zod';
import { capitalised } from '#contracts/vocabulary/words.ts';
import { statusOf } from '../../providers/http-client.ts';
import type { ResourceName } from '../../providers/resources.ts';
import { useResource } from '../../providers/use-resource.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { BackToList } from '../back-to.tsx';
import type { Transform, Values } from './changes-of.ts';
import { failuresInPlace } from '../list-page/failures-in-place.ts';
import { Page } from '../page.tsx';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { LoadedPage } from '../loaded.tsx';
import { ConflictNotice, type Conflict } from './conflict-notice.tsx';
import { RecordForm } from './record-form.tsx';

type FormPageProps<Row extends RaRecord> = {
  /** What one is called: 'customer'. */
  noun: string;
  nameOf: (record: Row) => string;
  schema: z.ZodType;
  /** The fields as they are called: what a conflict names. Without them it names none. */
  labels?: Readonly<Record<string, string>>;
  children: ReactNode;
};

type EditParts<Row> = {
  transform?: Transform;
  /** Asked before it is saved, with what was typed and the record as it was read: false saves nothing. */
  confirms?: (values: Values, record: Row) => Promise<boolean>;
  actions?: (record: Row) => ReactNode;
  /** Beside the title, and between it and the form. */
  beside?: (record: Row) => ReactNode;
  intro?: (record: Row) => ReactNode;
  /** The message once it is saved. */
  savedNote?: string;
  /** Whether nothing of it can be changed by the one who is signed in. */
  isFixed?: (record: Row) => boolean;
  /** Under the form, with actions of its own. */
  beneath?: (record: Row) => ReactNode;
};

/** The edit form of a record; saving or cancelling returns to the list (product: Admin forms). */
export function EditRecord<Row extends RaRecord>(props: FormPageProps<Row> & EditParts<Row>) {
  const { nameOf, transform, savedNote } = props;
  return (
    <EditBase<Row>
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={failuresInPlace}
      {...(transform && { transform })}
      mutationOptions={{
        onSuccess: (saved, { previousData }) => {
          // The server records differences alone: without one the record keeps its version.
          const { version } = saved as { version?: unknown };
          if (version !== undefined && version === previousData?.['version'])
            toastFailure(`Nothing was changed: ${nameOf(saved)} is what you asked for already.`, 'happier');
          else toastSuccess(savedNote ?? `${nameOf(saved)} was saved.`);
        },
      }}
    >
      <EditForm {...props} />
    </EditBase>
  );
}

function EditForm<Row extends RaRecord>({
  noun,
  nameOf,
  schema,
  labels,
  actions,
  beside,
  intro,
  isFixed = () => false,
  beneath,
  confirms,
  children,
}: FormPageProps<Row> & EditParts<Row>) {
  const { record, error, refetch } = useEditContext<Row>();
  const resource = useResource();
  const back = <BackToList resource={resource} />;
  return (
    <LoadedPage query={{ data: record, error, refetch }} title={capitalised(noun)} noun={noun} above={back}>
      {(opened) => (
        <Page title={nameOf(opened)} above={back} actions={beside?.(opened)}>
          {intro?.(opened)}
          <Known
            // What was typed for one record, and a conflict of it, are none of another's.
            key={opened.id}
            record={opened}
            noun={noun}
            resource={resource}
            schema={schema}
            labels={labels}
            actions={actions?.(opened)}
            fixed={isFixed(opened)}
            confirms={confirms && ((values) => confirms({ ...values }, opened))}
          >
            {children}
          </Known>
          {beneath?.(opened)}
        </Page>
      )}
    </LoadedPage>
  );
}

type KnownProps = Pick<FormPageProps<RaRecord>, 'noun' | 'schema' | 'children'> & {
  resource: ResourceName;
  record: RaRecord;
  labels: FormPageProps<RaRecord>['labels'];
  actions: ReactNode;
  fixed: boolean;
  confirms: ((values: object) => Promise<boolean>) | undefined;
};

/** When two people edit one record the second is warned; the record is read again, and what was typed stays. */
function Known({ record, noun, resource, schema, labels, actions, fixed, confirms, children }: KnownProps) {
  const { refetch } = useEditContext();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const toList = useToList(resource);
  const reportsConflict = (failure: unknown): boolean => {
    if (statusOf(failure) !== 409) return false;
    setConflict({ message: messageOf(failure), before: record });
    void refetch();
    return true;
  };
  return (
    <>
      <ConflictNotice conflict={conflict} now={record} labels={labels ?? {}} />
      <RecordForm
        schema={schema}
        cancel={`/${resource}`}
        onSaved={toList}
        reports={reportsConflict}
        actions={actions}
        fixed={fixed}
        {...(confirms && { confirms })}
      >
        <FormDataConsumer>
          {({ formData }) => (
            <ReadAgain
              record={record}
              labels={labels}
              typed={formData}
              // A refused save has named what differs already.
              onChanged={(before) => setConflict((met) => met ?? { message: changedBy(noun), before })}
            />
          )}
        </FormDataConsumer>
        {children}
      </RecordForm>
    </>
  );
}

const changedBy = (noun: string): string => `Somebody has changed this ${noun} since you opened it.`;

type Fields = Readonly<Record<string, unknown>>;
type ReadAgainProps = {
  record: Fields;
  /** Without them what differs is found in all fields. */
  labels: FormPageProps<RaRecord>['labels'];
  typed: Fields;
  onChanged: (before: Fields) => void;
};

/** A record that is read again, after one has reset a password say, may differ from what one is typing over. */
function ReadAgain({ record, labels, typed, onChanged }: ReadAgainProps) {
  const shown = useRef(record);
  const compare = useEffectEvent(() => {
    const before = shown.current;
    shown.current = record;
    const differ = (field: string, one: Fields, other: Fields): boolean =>
      JSON.stringify(one[field] ?? '') !== JSON.stringify(other[field] ?? '');
    const isTypedOver = (field: string): boolean =>
      differ(field, record, before) && differ(field, typed, before) && differ(field, typed, record);
    const fields = Object.keys(labels ?? record).filter((field) => field !== 'version');
    if (fields.some(isTypedOver)) onChanged(before);
  });
  useEffect(() => compare(), [record]);
  return null;
}

/** The form of a new record; saving or cancelling returns to the list. */
export function CreateRecord<Row extends RaRecord>(
  props: FormPageProps<Row> & { defaultValues: object; createdNote?: (record: Row) => string },
) {
  const { noun, nameOf, schema, defaultValues, createdNote, children } = props;
  const resource = useResource();
  const toList = useToList(resource);
  return (
    <CreateBase<Row>
      redirect={false}
      mutationOptions={{
        onSuccess: (saved) => {
          toastSuccess(createdNote?.(saved) ?? `${nameOf(saved)} was created.`);
        },
      }}
    >
      <Page title={`New ${noun}`} above={<BackToList resource={resource} />}>
        <RecordForm schema={schema} cancel={`/${resource}`} onSaved={toList} defaultValues={defaultValues}>
          {children}
        </RecordForm>
      </Page>
    </CreateBase>
  );
}

/** Saving returns to the list. */
function useToList(resource: string): () => void {
  const redirect = useRedirect();
  return useCallback(() => redirect('list', resource), [redirect, resource]);
}
