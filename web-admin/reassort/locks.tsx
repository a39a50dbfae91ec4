import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { Section } from './section.tsx';
import { StoneField } from './stone-field.tsx';
import { useLocks } from './use-locks.ts';
import styles from './reassort.module.css';

type LocksProps = { customerId: number; template: BinTemplate; names: readonly string[] };

/** The stones that stay in their stores, to be added to and freed (rule: Locked stones). */
export function Locks({ customerId, template: { id, locked }, names }: LocksProps) {
  const { busy, lock } = useLocks(customerId, id);
  return (
    <Section
      title="Locked stones"
      about={`${formatNumberOf(locked.length, ['stone stays in its store', 'stones stay in their stores'])}: no plan ships or removes a locked one.`}
    >
      {locked.length > 0 && (
        <ul className={styles['stones']} aria-label="Locked stones">
          {locked.map((name) => (
            <li key={name}>
              {name}
              <IconButton
                icon="close"
                label={`Unlock ${name}`}
                small
                onClick={() => void lock(name, false)}
              />
            </li>
          ))}
        </ul>
      )}
      <StoneField
        label="Stone to lock"
        hint="Use the customer's own stone number."
        names={names.filter((name) => !locked.includes(name))}
        actions={[{ label: 'Lock', busy: busy !== null, act: (name) => lock(name, true) }]}
      />
    </Section>
  );
}
