import { useState, type ReactNode } from 'react';
import { FormDataConsumer, useRecordContext, type RaRecord } from 'react-admin';
import { Button } from '#web-shared/components/button/button.tsx';
import { MoneyEffect } from '#web-shared/corrections/money-effect.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import type { Values } from '../form/changes-of.ts';
import {
  questionOf,
  termChanges,
  useTermsEffect,
  type AskedTerms,
  type TermChanges,
  type TermsOf,
} from './terms-effect.ts';
import styles from './terms-preview.module.css';

type TermsPreviewProps = TermsOf & {
  /** What else the changes do, beneath bills and statements. */
  children?: (changes: TermChanges) => ReactNode;
};

/**
 * What new terms would change before they are saved: every bill of closed and open months, and the vendors'
 * statements, with the amounts (rule: Preview). Nothing is written.
 */
export function TermsPreview(props: TermsPreviewProps) {
  return <FormDataConsumer>{({ formData }) => <Preview {...props} values={formData} />}</FormDataConsumer>;
}

function Preview({ whose, fields, children, values }: TermsPreviewProps & { values: Values }) {
  const record = useRecordContext<RaRecord>();
  const [asked, setAsked] = useState<AskedTerms | null>(null);
  const changes = termChanges(fields, values, record);
  const question = questionOf({ whose, fields }, values, record);
  const changed = Object.keys(changes).length > 0;
  const stale = asked !== null && asked.question !== question;
  const preview = useTermsEffect(changed ? asked : null);
  if (!changed) return null;
  return (
    <section className={styles['preview']} aria-label="What these terms would change">
      <div>
        <Button
          onClick={() => setAsked({ question, at: new Date().toISOString() })}
          busy={preview.isFetching}
        >
          {preview.isFetching ? 'Working it out…' : 'Show what this changes'}
        </Button>
      </div>
      {preview.error && <p role="alert">{messageOf(preview.error)}</p>}
      {preview.data && !stale && (
        <>
          <MoneyEffect effect={preview.data} />
          {children?.(changes)}
        </>
      )}
      {preview.data && stale && <p className="quiet">You have changed the terms since: ask again.</p>}
    </section>
  );
}
