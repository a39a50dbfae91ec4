import { useState } from 'react';
import { vendorLinkResource, type VendorLinkResource } from '#contracts/api/vendor-links.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { SelectField } from '#web-shared/components/field/field.tsx';
import { useAct } from '../../components/use-act.ts';
import { call } from '../../providers/http-client.ts';
import styles from './links.module.css';

const LASTING = [
  ['7', 'A week'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['366', 'A year'],
] as const;

/** Makes a link, for as long as is chosen. */
export function MakeLink({ path, onMade }: { path: string; onMade: (link: VendorLinkResource) => void }) {
  const [days, setDays] = useState('30');
  const { busy, act } = useAct();
  const make = (): void =>
    void act('make', async () => {
      onMade(await call(path, vendorLinkResource, { body: { days: Number(days) } }));
      return 'Link Made';
    });
  return (
    <div className={styles['make']}>
      <SelectField label="Good for" value={days} choices={LASTING} onChange={setDays} />
      <Button look="primary" busy={busy !== null} onClick={make}>
        {busy ? 'Making…' : 'Make link'}
      </Button>
    </div>
  );
}
