import { useState, type ReactNode } from 'react';
import { useGetList, useRefresh } from 'react-admin';
import { inboxItem, type InboxItem, type InboxStep, type InboxStepRequest } from '#contracts/api/inboxes.ts';
import type { UserResource } from '#contracts/api/users.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { SelectField, TextArea } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { FailedState } from '../failed-state.tsx';
import { failuresInPlace } from '../list-page/failures-in-place.ts';
import { Moment } from '../moment.tsx';
import { Unsaved, useLeaving } from '../unsaved.tsx';
import { useAct } from '../use-act.ts';
import { firstRows, MOST_ROWS } from '../../providers/data-provider.ts';
import { call } from '../../providers/http-client.ts';
import { useGet } from '../../providers/use-get.ts';
import { Loaded } from '../loaded.tsx';
import styles from './inbox.module.css';

/** A row that is handled. */
export type Handled = {
  id: string;
  /** What it is called: a parcel, a document. */
  name: string;
  /** Actions of this inbox only. */
  more: ((onDone: () => void) => ReactNode) | undefined;
};

type HandleDialogProps = Handled & { resource: 'anomalies' | 'suspense'; onClose: () => void };

/** One row of an inbox: its owner, what was done about it, and what can be done (rule: Inboxes). */
export function HandleDialog({ resource, id, name, more, onClose }: HandleDialogProps) {
  const path = `/api/${resource}/${encodeURIComponent(id)}/steps`;
  const item = useGet(path, inboxItem);
  const { mayLeave } = useLeaving();
  return (
    <Modal title={name} className={styles['dialog']} onClose={() => mayLeave() && onClose()}>
      <Loaded query={item} noun="row" height={240}>
        {(loaded) => (
          <>
            <Steps item={loaded} path={path} onStep={() => void item.refetch()} />
            {more?.(onClose)}
            <Done steps={loaded.steps} />
          </>
        )}
      </Loaded>
    </Modal>
  );
}

const DONE: Readonly<Record<InboxStep['action'], string>> = {
  OWN: 'Owner changed',
  NOTE: 'Note added',
  ACKNOWLEDGE: 'Acknowledged',
  DISMISS: 'Dismissed',
  REOPEN: 'Reopened',
  REPOINT: 'Re-pointed',
};

function Steps({ item, path, onStep }: { item: InboxItem; path: string; onStep: () => void }) {
  const [note, setNote] = useState('');
  const { busy, act } = useAct();
  const refresh = useRefresh();
  const {
    data: administrators = [],
    error,
    refetch,
  } = useGetList<UserResource>(
    'users',
    firstRows(MOST_ROWS, 'username', { filter: { administrator: true, active: true } }),
    failuresInPlace,
  );
  const step = (body: InboxStepRequest): void =>
    void act(body.action, async () => {
      try {
        await call(path, inboxItem, { body });
        if (body.note !== undefined) setNote(insteadOf(note, ''));
      } finally {
        // Refused, it is because somebody else has done something: that is to be seen.
        onStep();
        refresh();
      }
      return `${DONE[body.action]}.`;
    });
  const written = note.trim();
  const withNote = written === '' ? {} : { note: written };
  const owners = new Set([
    ...(item.owner === null ? [] : [item.owner]),
    ...administrators.map(({ username }) => username),
  ]);
  return (
    <div className={styles['steps']}>
      {written !== '' && <Unsaved />}
      <SelectField
        label="Owner"
        value={item.owner ?? ''}
        empty="No one"
        choices={[...owners].map((username) => [username, username])}
        onChange={(owner) => step({ action: 'OWN', owner: owner === '' ? null : owner })}
      />
      {error && administrators.length === 0 && (
        <FailedState error={error} what="The administrators" onRetry={() => void refetch()} />
      )}
      <TextArea
        label="Note"
        hint="Needed to dismiss."
        rows={2}
        maxLength={2000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles['buttons']}>
        <Button
          unready={written === ''}
          busy={busy !== null}
          onClick={() => step({ action: 'NOTE', note: written })}
        >
          Add note
        </Button>
        {item.state === 'OPEN' && (
          <Button busy={busy !== null} onClick={() => step({ action: 'ACKNOWLEDGE', ...withNote })}>
            Acknowledge
          </Button>
        )}
        {item.state !== 'OPEN' && (
          <Button busy={busy !== null} onClick={() => step({ action: 'REOPEN', ...withNote })}>
            Reopen
          </Button>
        )}
        {item.state !== 'DISMISSED' && (
          <Button
            look="primary"
            unready={written === ''}
            busy={busy !== null}
            onClick={() => step({ action: 'DISMISS', note: written })}
          >
            Dismiss
          </Button>
        )}
      </div>
    </div>
  );
}

/** Everything that was done, by whom and when, the newest first. */
function Done({ steps }: { steps: readonly InboxStep[] }) {
  if (steps.length === 0) return <p className="nothing">Nothing has been done about it yet.</p>;
  return (
    <ol className={styles['done']} aria-label="What was done">
      {steps.map(({ id, action, owner, note, changes, by, at }) => (
        <li key={id}>
          <span>
            <strong>{DONE[action]}</strong>
            {action === 'OWN' && ` to ${owner ?? 'no one'}`} by {by}, <Moment at={at} />
          </span>
          {changes.map(({ field, from, to }) => (
            <span key={field}>
              {field === 'parcelName' ? 'Parcel' : 'Account'}: {from} → {to}
            </span>
          ))}
          {note !== null && <q>{note}</q>}
        </li>
      ))}
    </ol>
  );
}
