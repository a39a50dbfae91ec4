import { useState, type ReactNode } from 'react';
import { RecordContextProvider, type RaRecord } from 'react-admin';
import { monthOf } from '#contracts/vocabulary/months.ts';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { MoneyEffect } from '#web-shared/corrections/money-effect.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { monthNow } from '#web-shared/formats/month-choices.ts';
import type { Values } from '../form/changes-of.ts';
import {
  questionOf,
  termChanges,
  useTermsEffect,
  type AskedTerms,
  type TermChanges,
  type TermsOf,
} from './terms-effect.ts';

type Asking = {
  asked: AskedTerms;
  from: string;
  changes: TermChanges;
  record: RaRecord;
  answer: (confirmed: boolean) => void;
};

type ConfirmedTerms = {
  /** The step before a form is saved: true at once where there is nothing to ask, else what was answered. */
  confirms: (values: Values, record: RaRecord) => Promise<boolean>;
  /** Stands on the page, shown while it asks. */
  dialog: ReactNode;
};

/**
 * Terms that are to count from a month that is over are saved once their effect was shown and confirmed (rule: Preview);
 * where it could not be worked out the dialog says so, and lets save.
 * @param more what else the changes do, beneath bills and statements
 */
export function useConfirmedTerms(
  terms: TermsOf,
  more?: (changes: TermChanges) => ReactNode,
): ConfirmedTerms {
  const [asking, setAsking] = useState<Asking | null>(null);
  const confirms: ConfirmedTerms['confirms'] = (values, record) => {
    const now = new Date();
    const { effectiveAt: from } = values;
    const changes = termChanges(terms.fields, values, record);
    if (typeof from !== 'string' || from === '' || monthOf(from) >= monthNow(now))
      return Promise.resolve(true);
    if (Object.keys(changes).length === 0) return Promise.resolve(true);
    const asked = { question: questionOf(terms, values, record), at: now.toISOString() };
    return new Promise((resolve) => {
      const answer = (confirmed: boolean): void => {
        setAsking(null);
        resolve(confirmed);
      };
      setAsking({ asked, from, changes, record, answer });
    });
  };
  const dialog = asking && <AskAboutTerms {...asking}>{more?.(asking.changes)}</AskAboutTerms>;
  return { confirms, dialog };
}

function AskAboutTerms({ asked, from, record, answer, children }: Asking & { children: ReactNode }) {
  const effect = useTermsEffect(asked);
  return (
    <ConfirmDialog
      question={`Save terms that apply from ${formatMoment(from)}?`}
      maxWidth="md"
      waiting={effect.isPending}
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    >
      {effect.isPending && <p role="status">Working out what they would change…</p>}
      {effect.error && (
        <p role="alert">What they would change could not be worked out: {messageOf(effect.error)}</p>
      )}
      {effect.data && (
        <RecordContextProvider value={record}>
          <MoneyEffect effect={effect.data} />
          {children}
        </RecordContextProvider>
      )}
    </ConfirmDialog>
  );
}
