import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Form, useFormIsDirty, useSaveContext } from 'react-admin';
import type { z } from 'zod';
import { Button } from '#web-shared/components/button/button.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { toastError } from '../toast-error.ts';
import { errorsOf } from '../../providers/http-client.ts';
import { LinkButton } from '../link-button.tsx';
import { Unsaved } from '../unsaved.tsx';
import { problemsOf } from './problems-of.ts';
import styles from './form.module.css';

type RecordFormProps = {
  /** What the server takes: checked before it is sent, with the same words. */
  schema: z.ZodType;
  defaultValues?: object;
  /** Where Cancel leads. */
  cancel: string;
  /** Where to go once it is saved. */
  onSaved: () => void;
  /** More actions, before Cancel. */
  actions?: ReactNode;
  /** True when the caller shows this failure. */
  reports?: (error: unknown) => boolean;
  /** Asked before they are saved: false leaves them unsaved, as they were typed. */
  confirms?: (values: object) => Promise<boolean>;
  /** Saves the values, where they are no resource's record; throws what the server has against them. */
  onSave?: (values: object) => Promise<void>;
  /** A refused field's path in the form. */
  renamed?: (path: string) => string;
  /** Nothing of it can be changed: there is no Save. */
  fixed?: boolean;
  children: ReactNode;
};

/**
 * The form of a record, new or known: groups of fields, Cancel and Save. What one typed is not lost by going away
 * unasked, nor by a failure, nor when the record is read again; what the server refuses is shown at its field. While it
 * is saved nothing can be changed, because the form is left afterwards.
 */
export function RecordForm(props: RecordFormProps) {
  const { schema, defaultValues, cancel, actions, reports = () => false, fixed = false, children } = props;
  const { save } = useSaveContext();
  const [refused, setRefused] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const { onSaved } = props;
  // Once the guard has gone: what is saved may be left.
  useEffect(() => {
    if (saved) onSaved();
  }, [saved, onSaved]);
  const keepFocus = useKeptFocus(saving);
  const { onSave = byContext(save), confirms, renamed } = props;
  const submit = async (values: object): Promise<object | undefined> => {
    setRefused(null);
    keepFocus();
    setSaving(true);
    try {
      if (confirms && !(await confirms(values))) return NOT_SAVED;
      await onSave(values);
      setSaved(true);
      return undefined;
    } catch (error) {
      const errors = errorsOf(error, renamed);
      if (errors) setRefused(messageOf(error));
      else if (!reports(error)) toastError(error);
      // Whatever it is, the form was not saved and goes on guarding what was typed.
      return { root: { serverError: messageOf(error) }, ...errors };
    } finally {
      setSaving(false);
    }
  };
  return (
    <Form
      className={styles['form'] ?? ''}
      noValidate
      disableInvalidFormNotification
      resetOptions={KEEP_WHAT_WAS_TYPED}
      {...(defaultValues && { defaultValues })}
      validate={(values: unknown) => problemsOf(schema, values)}
      onSubmit={submit}
    >
      <fieldset className={styles['fields']} disabled={saving || saved}>
        {children}
      </fieldset>
      <FormFoot
        cancel={cancel}
        actions={actions}
        refused={refused}
        saving={saving}
        saved={saved}
        fixed={fixed}
      />
    </Form>
  );
}

/**
 * A browser takes the focus from a field that is disabled: it goes back there afterwards, unless it is elsewhere by then.
 * The returned function notes where it is.
 */
function useKeptFocus(disabled: boolean): () => void {
  const [focused, setFocused] = useState<Element | null>(null);
  const giveBack = useEffectEvent(() => {
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  });
  useEffect(() => {
    if (!disabled) giveBack();
  }, [disabled]);
  return () => setFocused(document.activeElement);
}

/** react-admin's save of the page, as one that throws its failure. */
const byContext =
  (save: ReturnType<typeof useSaveContext>['save']) =>
  async (values: object): Promise<void> => {
    let failure: unknown;
    await save?.(values, { onError: (error) => void (failure = error) });
    if (failure !== undefined) throw failure instanceof Error ? failure : new Error(String(failure));
  };

/** The form goes on guarding what was typed, as after a failure. */
const NOT_SAVED = { root: { serverError: 'Nothing was saved.' } };

const KEEP_WHAT_WAS_TYPED = { keepDirtyValues: true, keepErrors: false };

type FormFootProps = {
  cancel: string;
  actions: ReactNode;
  refused: string | null;
  saving: boolean;
  saved: boolean;
  fixed: boolean;
};

function FormFoot({ cancel, actions, refused, saving, saved, fixed }: FormFootProps) {
  const dirty = useFormIsDirty();
  return (
    <div className={styles['foot']} data-foot>
      {/* The guard of react-admin lets pass who goes to a page beneath this one's address. */}
      {dirty && !saved && <Unsaved />}
      <span className={styles['left']} role="status" data-refused={refused !== null}>
        {refused ?? (dirty && 'Not saved yet')}
      </span>
      {actions}
      <LinkButton to={cancel}>Cancel</LinkButton>
      {!fixed && (
        <Button type="submit" look="primary" busy={saving}>
          {saving ? 'Saving…' : 'Save'}
        </Button>
      )}
    </div>
  );
}

/** A group of a form's fields under its heading; `disabled`: none of them can be changed. */
export function FieldGroup({
  title,
  about,
  disabled = false,
  children,
}: {
  title: string;
  about?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles['group']} disabled={disabled}>
      <legend>{title}</legend>
      {about && <p className={styles['about']}>{about}</p>}
      <div className={styles['grid']}>{children}</div>
    </fieldset>
  );
}
