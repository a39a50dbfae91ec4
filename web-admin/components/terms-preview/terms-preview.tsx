import { billingEffectSchema } from '#contracts/api/bills.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormDataConsumer, useRecordContext, type RaRecord } from 'react-admin';
import { Button } from '#web-shared/components/button/button.tsx';
import { MoneyEffect } from '#web-shared/corrections/money-effect.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { call } from '../../providers/http-client.ts';
import { countsAsShown } from '../form/changes-of.ts';
import styles from './terms-preview.module.css';

type Changes = Record<string, number>;
type Values = Readonly<Record<string, unknown>>;

type TermsPreviewProps = {
  /** Whose terms they are. */
  whose: 'customerId' | 'vendorId';
  /** The form's fields that are terms. */
  fields: readonly string[];
  /** What else the changes do, beneath bills and statements. */
  children?: (changes: Changes) => ReactNode;
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
  const [asked, setAsked] = useState<{ question: string; at: string } | null>(null);
  const changes: Changes = {};
  for (const field of fields) {
    const value = values[field];
    const counts = value !== record?.[field] || countsAsShown(values, field);
    if (typeof value === 'number' && counts) changes[field] = value;
  }
  const question = JSON.stringify({
    [whose]: record?.id,
    changes,
    effectiveAt: values['effectiveAt'] ?? undefined,
  });
  const changed = Object.keys(changes).length > 0;
  const stale = asked !== null && asked.question !== question;
  const preview = useQuery({
    queryKey: ['terms preview', asked],
    enabled: asked !== null && changed,
    queryFn: () =>
      call('/api/bills/terms-preview', billingEffectSchema, {
        body: { effectiveAt: asked?.at, ...(JSON.parse(asked?.question ?? '{}') as object) },
      }),
  });
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
