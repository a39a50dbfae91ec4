import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { vendorLinkResource, type VendorLinkResource } from '#contracts/api/vendor-links.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useGet } from '../../providers/use-get.ts';
import { useSignedIn } from '../../providers/use-signed-in.ts';
import { VendorPage } from '../vendor-page.tsx';
import { LinkItem } from './link-item.tsx';
import { MakeLink } from './make-link.tsx';
import styles from './links.module.css';

/** The links by which a vendor sees its own stock and statements: made, copied, sent, revoked (rule: Vendor's own view). */
export function LinksPage() {
  return (
    <VendorPage current="/links">
      {({ vendorId, email }) => <Links key={vendorId} vendorId={vendorId} email={email} />}
    </VendorPage>
  );
}

function Links({ vendorId, email }: { vendorId: number; email: string }) {
  const path = `/api/vendors/${vendorId}/links`;
  const client = useQueryClient();
  // Who has a link's address sees costs: others only revoke (rule: Price modes).
  const me = useSignedIn();
  const links = useGet(path, z.array(vendorLinkResource));
  const show = (changed: VendorLinkResource): void => {
    client.setQueryData<VendorLinkResource[]>([path], (known = []) =>
      known.some(({ id }) => id === changed.id)
        ? known.map((link) => (link.id === changed.id ? changed : link))
        : [changed, ...known],
    );
  };
  return (
    <>
      <Section title="The vendor’s own view">
        <p className={styles['words']}>
          Everyone who opens a link sees this vendor’s stock with its status and cost, and its statements: no
          customer, no other vendor, no list price. No account is needed.
        </p>
        {me?.showPrices === 'WHOLESALE' && <MakeLink path={path} onMade={show} />}
        {me && me.showPrices !== 'WHOLESALE' && (
          <p className={styles['words']}>Links are made, copied and sent with wholesale prices only.</p>
        )}
      </Section>
      <Section title="Links">
        <Loaded query={links} noun="links" height={120}>
          {(made) =>
            made.length === 0 ? (
              <p className={styles['words']}>No link was made yet.</p>
            ) : (
              <ul className={styles['list']} aria-label="Links">
                {made.map((link) => (
                  <LinkItem key={link.id} path={path} link={link} email={email} onChange={show} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
    </>
  );
}
