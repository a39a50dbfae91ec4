import { useState, type FormEvent } from 'react';
import type { ClientLink, ClientPrices } from '#contracts/api/client-links.ts';
import { CLIENT_LINK_LIMITS as LIMITS } from '#contracts/vocabulary/client-links.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField, TextArea } from '#web-shared/components/field/field.tsx';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { forgetDraft, useDraft } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { unlessFailed } from '../../lib/unless-failed.ts';
import { draftName } from '../../lists/comment-drafts.ts';
import type { ListRow } from '../../lists/list-row.ts';
import { headingOf } from '../../lists/stone-facts.ts';
import { useChangeClientLinks } from './api/client-links.ts';
import { copyText } from '../../lib/copy-text.ts';
import { PRICE_WORDS } from './link-words.ts';
import styles from './client-links.module.css';

const DAYS = [1, 3, 7, LIMITS.days.usual, 30, LIMITS.days.most];

type MakeLinkProps = { rows: readonly ListRow[]; onClose: () => void };

/** Makes a link by which a client sees these stones, then hands it over (product: Client links). */
export default function MakeLink({ rows, onClose }: MakeLinkProps) {
  const [made, setMade] = useState<ClientLink | null>(null);
  return (
    <Modal
      title={made ? 'The link is ready' : 'Client link'}
      about={
        made
          ? `Good until ${formatMoment(made.expiresAt)}, or until you revoke it under Client links.`
          : 'Your client opens it without an account and sees these stones as they are then.'
      }
      className={styles['modal']}
      onClose={onClose}
    >
      {made?.url ? <Ready url={made.url} /> : <LinkForm rows={rows} onMade={setMade} onClose={onClose} />}
    </Modal>
  );
}

function Ready({ url }: { url: string }) {
  return (
    <div className={styles['form']}>
      <Field label="Link" readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className={styles['buttons']}>
        <a href={url} target="_blank" rel="noreferrer">
          Open
        </a>
        <Button look="primary" autoFocus onClick={() => void copyText(url, 'link')}>
          Copy link
        </Button>
      </div>
    </div>
  );
}

function LinkForm({ rows, onMade, onClose }: MakeLinkProps & { onMade: (link: ClientLink) => void }) {
  const { showPrices, user } = useSession();
  const { make } = useChangeClientLinks();
  const titleDraft = draftName(user, 'clientLink:title');
  const messageDraft = draftName(user, 'clientLink:message');
  const [title, setTitle] = useDraft(user.username, titleDraft);
  const [message, setMessage] = useDraft(user.username, messageDraft);
  const [prices, setPrices] = useState<ClientPrices>(showPrices === 'NONE' ? 'NONE' : 'RETAIL');
  const [days, setDays] = useState<number>(LIMITS.days.usual);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parcelNames = rows.map(({ parcelName }) => parcelName);
    const link = { parcelNames, prices, days, title, message, commandId: newCommandId() };
    const made = await unlessFailed(make.mutateAsync(link));
    if (!made) return;
    // Also where the dialog was closed meanwhile: the link then stands under Client links, its words are no next one's.
    forgetDraft(user.username, titleDraft, title);
    forgetDraft(user.username, messageDraft, message);
    onMade(made);
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <ul className={styles['chosen']} aria-label={`${formatCount(rows.length)} chosen`}>
        {rows.map((row) => (
          <li key={row.parcelName}>{headingOf(row)}</li>
        ))}
      </ul>
      <Field
        label="Title (optional)"
        maxLength={LIMITS.title}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        label="Message (optional)"
        rows={3}
        maxLength={LIMITS.message}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <div className={styles['pair']}>
        {/* Who sees no prices shows none. */}
        {showPrices !== 'NONE' && (
          <SelectField
            label="Prices"
            value={prices}
            choices={[
              ['RETAIL', PRICE_WORDS.RETAIL],
              ['NONE', PRICE_WORDS.NONE],
            ]}
            onChange={(chosen) => setPrices(chosen === 'NONE' ? 'NONE' : 'RETAIL')}
          />
        )}
        <SelectField
          label="Good for"
          value={days}
          choices={DAYS.map((many) => [`${many}`, formatNumberOf(many, ['day', 'days'])])}
          onChange={(chosen) => setDays(Number(chosen))}
        />
      </div>
      <div className={styles['buttons']}>
        <Button disabled={make.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" type="submit" busy={make.isPending}>
          Make link
        </Button>
      </div>
    </form>
  );
}
