import { useState } from 'react';
import { vendorLinkResource, type VendorLinkResource } from '#contracts/api/vendor-links.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { ConfirmedButton } from '../../components/confirmed-button.tsx';
import { useAct } from '../../components/use-act.ts';
import { call } from '../../providers/http-client.ts';
import { SendLinkForm } from './send-link-form.tsx';
import styles from './links.module.css';

const STATES: Readonly<Record<VendorLinkResource['state'], readonly [tone: Tone, word: string]>> = {
  LIVE: ['good', 'Good'],
  EXPIRED: ['gone', 'Expired'],
  REVOKED: ['alert', 'Revoked'],
};

export type LinkItemProps = {
  /** Of the vendor's links. */
  path: string;
  link: VendorLinkResource;
  /** The vendor's own address. */
  email: string;
  onChange: (link: VendorLinkResource) => void;
};

/**
 * A link with who made, sent and revoked it, and when it was opened last. One without its address can only be revoked
 * (rule: Price modes).
 */
export function LinkItem({ path, link, email, onChange }: LinkItemProps) {
  const [sending, setSending] = useState(false);
  const { busy, act } = useAct();
  const { id, state, url, madeBy, madeAt, expiresAt, sentTo, sentAt, openedAt, revokedBy, revokedAt } = link;
  const [tone, word] = STATES[state];
  const called = `the link of ${formatMoment(madeAt)}`;
  const copy = (address: string): void =>
    void act('copy', async () => {
      await navigator.clipboard.writeText(address);
      return 'Link Copied';
    });
  return (
    <li className={styles['link']}>
      <div className={styles['about']}>
        <strong>
          <Chip tone={tone}>{word}</Chip> until {formatMoment(expiresAt)}
        </strong>
        <span>
          Made by {madeBy}, {formatMoment(madeAt)}
          {sentTo !== null && sentAt !== null && ` · sent to ${sentTo}, ${formatMoment(sentAt)}`}
        </span>
        <span>
          {openedAt === null ? 'Never opened' : `Last opened ${formatMoment(openedAt)}`}
          {revokedBy !== null &&
            revokedAt !== null &&
            ` · revoked by ${revokedBy}, ${formatMoment(revokedAt)}`}
        </span>
      </div>
      {state === 'LIVE' && (
        <div className={styles['actions']}>
          {url !== null && (
            <>
              <Button aria-label={`Copy ${called}`} busy={busy === 'copy'} onClick={() => copy(url)}>
                Copy
              </Button>
              <Button
                aria-label={`Send ${called}`}
                aria-expanded={sending}
                onClick={() => setSending(!sending)}
              >
                Send
              </Button>
            </>
          )}
          <ConfirmedButton
            label="Revoke"
            name={`Revoke ${called}`}
            question="Revoke this link? It stops working at once for everyone who has it."
            act={() => call(`${path}/${id}`, vendorLinkResource, { method: 'DELETE' })}
            done="Link Revoked"
          />
        </div>
      )}
      {sending && url !== null && (
        <SendLinkForm
          path={`${path}/${id}/send`}
          email={email}
          onSent={(sent) => {
            onChange(sent);
            setSending(false);
          }}
        />
      )}
    </li>
  );
}
