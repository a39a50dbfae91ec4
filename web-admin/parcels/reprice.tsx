import { useState } from 'react';
import type { Timeline, TimelineSpell } from '#contracts/api/history.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { HouseTimeField, isHouseTime } from '#web-shared/components/field/date-fields.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { ConfirmCorrection } from '#web-shared/corrections/confirm-correction.tsx';
import { understood } from '#web-shared/formats/understood.ts';
import { Unsaved, useLeaving } from '../components/unsaved.tsx';
import { correctionCalls } from './correction-calls.ts';
import styles from './parcel.module.css';

const PRICES = [
  ['customerPrice', 'Price'],
  ['listPrice', 'List price'],
  ['cost', 'Cost'],
] as const;
type Prices = Record<(typeof PRICES)[number][0], string>;

type RepriceProps = { timeline: Timeline; spell: TimelineSpell; onChanged: () => void };
type Frozen = NonNullable<TimelineSpell['frozen']>;

/**
 * Other prices for the spell that is open, from now or from an earlier time (rule: Freezing); nothing for who sees no
 * wholesale prices.
 */
export function Reprice(props: RepriceProps) {
  const [asking, setAsking] = useState(false);
  const { frozen } = props.spell;
  if (!frozen) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Reprice</Button>
      {asking && <RepriceDialog {...props} frozen={frozen} onClose={() => setAsking(false)} />}
    </>
  );
}

function RepriceDialog({
  timeline,
  spell,
  frozen,
  onChanged,
  onClose,
}: RepriceProps & {
  frozen: Frozen;
  onClose: () => void;
}) {
  const { line, parcelName } = timeline;
  const { customerId, customerName } = spell;
  const [typed, setTyped] = useState<Prices>(() => ({
    customerPrice: String(frozen.customerPrice),
    listPrice: String(frozen.listPrice),
    cost: String(frozen.cost),
  }));
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const { mayLeave } = useLeaving();
  const prices = {
    customerPrice: priceOf(typed.customerPrice),
    listPrice: priceOf(typed.listPrice),
    cost: priceOf(typed.cost),
  };
  const { customerPrice, listPrice, cost } = prices;
  const complete = customerPrice !== undefined && listPrice !== undefined && cost !== undefined;
  const unchanged = PRICES.every(([name]) => prices[name] === frozen[name]);
  const timed = from === '' || isHouseTime(from);
  const correction =
    complete && timed && !unchanged
      ? {
          line,
          parcelName,
          customerId,
          customerPrice,
          listPrice,
          cost,
          ...(from !== '' && { effectiveAt: from }),
        }
      : null;
  return (
    <ConfirmCorrection
      question={`Reprice ${parcelName} for ${customerName ?? `customer ${customerId}`}?`}
      about="Prices frozen for this spell. Earlier days keep the price they had."
      correction={correction}
      incomplete={!complete ? NO_PRICE : timed ? 'Change a price first.' : 'Not a valid date.'}
      waitsFor="Change a price to see what it would change."
      reasonNeeded
      {...correctionCalls}
      onChanged={onChanged}
      onDone={() => {
        onClose();
        toastSuccess('Repriced. The history shows it.');
        onChanged();
      }}
      onDraft={setReason}
      onClose={() => mayLeave() && onClose()}
    >
      {(problem, changed) => (
        <>
          {(!unchanged || from !== '' || reason !== '') && <Unsaved />}
          <div className={styles['prices']}>
            {PRICES.map(([name, label]) => (
              <Field
                key={name}
                label={`${label} ($)`}
                inputMode="decimal"
                autoComplete="off"
                value={typed[name]}
                hint={understood(typed[name])}
                problem={prices[name] === undefined ? NO_PRICE : null}
                onChange={({ target }) => {
                  changed();
                  setTyped({ ...typed, [name]: target.value });
                }}
              />
            ))}
          </div>
          <HouseTimeField
            label="From (empty: now)"
            value={from}
            problem={problem}
            onChange={(wallTime) => {
              changed();
              setFrom(wallTime);
            }}
          />
        </>
      )}
    </ConfirmCorrection>
  );
}

const NO_PRICE = 'A price in dollars, such as 9300 or 9,300.50.';

/** Undefined for what is no price: not a number, below 0, or with more than two decimals. */
function priceOf(text: string): number | undefined {
  const price = readNumber(text);
  return price === undefined || price < 0 || centsOf(price) === null ? undefined : price;
}
