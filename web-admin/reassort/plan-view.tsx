import { useState, type ReactNode } from 'react';
import type { PlanReply, PlanSummary } from '#contracts/api/reassortment-jobs.ts';
import type { SuggestedAddition } from '#contracts/api/reassortment-plans.ts';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Chip, StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { DownloadButton } from '../components/download-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Moment } from '../components/moment.tsx';
import { Unsaved, useLeaving } from '../components/unsaved.tsx';
import { ToggleChip, ToggleChips } from '../components/toggle-chip/toggle-chip.tsx';
import { BinGrid, type GridBin } from './bin-grid.tsx';
import { ComparedPlans, planNames } from './compared-plans.tsx';
import { Section } from './section.tsx';
import { stoneFacts } from './stone-facts.ts';
import { useLocks } from './use-locks.ts';
import { usePlan } from './use-plan.ts';
import { usePlanActions, useStatuses } from './use-plan-actions.ts';
import { WhatIf } from './what-if.tsx';
import styles from './reassort.module.css';

const VIEWS = ['Plan', 'What if', 'Comparison'] as const;

type PlanViewProps = {
  customerId: number;
  template: BinTemplate;
  /** The plans of the template, newest first. */
  plans: readonly PlanSummary[];
};

/** A plan: how full bins are before and after it, what to ship, to add and to take back; what would be if, and another plan beside it (rule: Plan answer). */
export function PlanView({ customerId, template, plans }: PlanViewProps) {
  const newest = plans[0]?.id;
  const [chosen, setChosen] = useState({ id: newest, newest });
  const [view, setView] = useState<(typeof VIEWS)[number]>('Plan');
  /** Something is typed in the question, which stays while the plan or a comparison is looked at. */
  const [isAsking, setAsking] = useState(false);
  const { mayLeave } = useLeaving();
  /** The newest plan while the question was last looked at. */
  const [askedBeside, setAskedBeside] = useState(newest);
  if (view === 'What if' && askedBeside !== newest) setAskedBeside(newest);
  // A newer plan takes the place of the chosen one, but one that comes while a question is typed waits until that has
  // gone: what is typed there is of the bins of its plan.
  if (chosen.newest !== newest && view !== 'What if' && !(isAsking && askedBeside === newest))
    setChosen({ id: newest, newest });
  const loaded = usePlan(customerId, chosen.id);
  return (
    <Loaded query={loaded} noun="plan">
      {(plan) => (
        <>
          {isAsking && <Unsaved />}
          <div className={styles['buttons']}>
            <Select
              label="Plan"
              value={plan.id}
              choices={[...planNames(plans)].toReversed()}
              onChange={(id) => (!isAsking || mayLeave()) && setChosen({ id, newest })}
            />
            <ToggleChips label="Part of the plan">
              {VIEWS.map((each) => (
                <ToggleChip key={each} on={each === view} onToggle={() => setView(each)}>
                  {each}
                </ToggleChip>
              ))}
            </ToggleChips>
          </div>
          <Opened
            customerId={customerId}
            template={template}
            plans={plans}
            plan={plan}
            view={view}
            isAsking={isAsking}
            onTyped={setAsking}
          />
        </>
      )}
    </Loaded>
  );
}

type OpenedProps = PlanViewProps & {
  plan: PlanReply;
  view: (typeof VIEWS)[number];
  isAsking: boolean;
  onTyped: (isTyped: boolean) => void;
};

function Opened({ customerId, template, plans, plan, view, isAsking, onTyped }: OpenedProps) {
  const names = new Map(plan.bins.map(({ storeId, storeName }) => [storeId, storeName]));
  const storeName = (storeId: string): string => names.get(storeId) ?? storeId;
  const bins = gridAfter(plan);
  const acted = { customerId, plan };
  return (
    <>
      {view === 'Plan' && (
        <>
          <Section
            title="Plan"
            about={
              <>
                {plan.idealInventoryName}, made by {plan.madeBy} <Moment at={plan.madeAt} />. Each bin: pieces
                before the plan, then after it of those wanted.
              </>
            }
          >
            <BinGrid label="Bins before and after the plan" bins={bins} />
          </Section>
          <Shipments {...acted} template={template} storeName={storeName} />
          <Additions key={`additions of ${plan.id}`} {...acted} />
          <Removals key={`removals of ${plan.id}`} {...acted} />
        </>
      )}
      {(view === 'What if' || isAsking) && (
        <div className={styles['view']} hidden={view !== 'What if'}>
          <WhatIf key={plan.id} {...acted} bins={bins} storeName={storeName} onTyped={onTyped} />
        </div>
      )}
      {view === 'Comparison' && (
        <ComparedPlans key={plan.id} {...acted} plans={plans} storeName={storeName} />
      )}
    </>
  );
}

type ActedOn = { customerId: number; plan: PlanReply };

/** The plan's bins with what it puts into them. */
function gridAfter({ bins, shipments, suggestedAdditions }: PlanReply): GridBin[] {
  const shipped = new Map(
    shipments.flatMap(({ toStoreId, stones }) =>
      stones.map((stone) => [JSON.stringify([toStoreId, stone.customerStoneId]), stoneFacts(stone)]),
    ),
  );
  const added = new Map(suggestedAdditions.map((stone) => [stone.parcelName, stoneFacts(stone)]));
  return bins.map(({ before, after, customerStoneIds, parcelNames, ...bin }) => ({
    ...bin,
    before: before.quantity,
    quantity: after.quantity,
    stones: [
      ...customerStoneIds.map((name) => {
        const facts = shipped.get(JSON.stringify([bin.storeId, name]));
        return { name, facts: facts === undefined ? 'stays here' : `shipped here: ${facts}` };
      }),
      ...parcelNames.map((name) => ({ name, facts: `added: ${added.get(name)}` })),
    ],
  }));
}

const matchChip = (exactMatch: boolean): ReactNode => (
  <Chip tone={exactMatch ? 'good' : 'waiting'}>{exactMatch ? 'In Bin' : 'Close to'}</Chip>
);

type ShipmentsProps = ActedOn & { template: BinTemplate; storeName: (storeId: string) => string };

function Shipments({ customerId, plan: { id, shipments }, template, storeName }: ShipmentsProps) {
  const { busy, lock } = useLocks(customerId, template.id);
  const stones = shipments.flatMap(({ fromStoreId, toStoreId, stones }) =>
    stones.map((stone) => ({ ...stone, from: storeName(fromStoreId), to: storeName(toStoreId) })),
  );
  return (
    <Section
      title="Suggested shipments"
      about={`${formatNumberOf(stones.length, ['stone goes', 'stones go'])} to another store.`}
      actions={
        stones.length > 0 && (
          <DownloadButton
            path={`/api/reassortment/plans/${encodeURIComponent(id)}/shipments`}
            options={{ method: 'GET', customer: customerId }}
          >
            Export shipments
          </DownloadButton>
        )
      }
    >
      {stones.length > 0 && (
        <PlainTable
          label="Suggested shipments"
          head={['Stone', 'From', 'To', 'What it is', 'Match', 'Why', 'Lock']}
        >
          {stones.map((stone, index) => (
            // n pieces of one name are n lines.
            <tr key={index}>
              <th scope="row">{stone.customerStoneId}</th>
              <td>{stone.from}</td>
              <td>
                {stone.to}
                <small>{stone.binSpec}</small>
              </td>
              <td>{stoneFacts(stone)}</td>
              <td>{matchChip(stone.exactMatch)}</td>
              <td>{stone.reason}</td>
              <td>
                {template.locked.includes(stone.customerStoneId) ? (
                  'Locked'
                ) : (
                  <Button
                    busy={busy !== null}
                    aria-label={`Lock ${stone.customerStoneId} in its store`}
                    onClick={() => void lock(stone.customerStoneId, true)}
                  >
                    Lock
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}

function Additions({ customerId, plan: { suggestedAdditions } }: ActedOn) {
  const { busy, done, addToCart } = usePlanActions(customerId, '/inventory/cart');
  const cart = useStatuses(customerId, '/inventory/cart');
  const isInCart = ({ parcelName }: SuggestedAddition): boolean =>
    done.has(parcelName) || cart?.has(parcelName) === true;
  const taken = useStatuses(customerId, '/inventory/customer');
  const left = suggestedAdditions.filter((stone) => !isInCart(stone) && !taken?.has(stone.parcelName));
  const whereItIs = (stone: SuggestedAddition): ReactNode => {
    const status = taken?.get(stone.parcelName);
    if (status !== undefined) return <StatusChip status={status} />;
    if (isInCart(stone)) return 'In cart';
    return (
      <Button
        busy={busy !== null}
        aria-label={`Add ${stone.parcelName} to cart`}
        onClick={() => void addToCart([stone.parcelName])}
      >
        Add to cart
      </Button>
    );
  };
  return (
    <Section
      title="Suggested additions"
      about={`${formatNumberOf(suggestedAdditions.length, ['stone', 'stones'])} to request from the house.`}
      actions={
        left.length > 0 && (
          <Button
            busy={busy !== null}
            onClick={() => void addToCart(left.map(({ parcelName }) => parcelName))}
          >
            Add all to cart
          </Button>
        )
      }
    >
      {suggestedAdditions.length > 0 && (
        <PlainTable
          label="Suggested additions"
          head={[
            'Parcel Name',
            'Store',
            'What it is',
            'Total',
            'Max inventory',
            'Bin',
            'Match',
            'Why',
            'Cart',
          ]}
        >
          {suggestedAdditions.map((stone) => (
            <tr key={stone.parcelName}>
              <th scope="row">{stone.parcelName}</th>
              <td>{stone.storeName}</td>
              <td>{stoneFacts({ ...stone, total: undefined })}</td>
              <td>{formatPrice(stone.total)}</td>
              <td>
                <Chip tone={stone.overLimit ? 'alert' : 'good'}>{stone.overLimit ? 'Over' : 'OK'}</Chip>
              </td>
              <td>{stone.binSpec}</td>
              <td>{matchChip(stone.exactMatch)}</td>
              <td>{stone.reason}</td>
              <td>{whereItIs(stone)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}

/** Each name once, several pieces of it as '6 × J-3'. */
function countedNames(names: readonly string[]): string {
  const pieces = new Map<string, number>();
  for (const name of names) pieces.set(name, (pieces.get(name) ?? 0) + 1);
  return [...pieces].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
}

function Removals({ customerId, plan: { suggestedRemovals } }: ActedOn) {
  const { busy, done, takeBack } = usePlanActions(customerId, '/inventory/customer');
  const held = useStatuses(customerId, '/inventory/customer');
  const statusOf = (name: string): Status | undefined => {
    if (done.has(name)) return 'PENDING_RETURN';
    return held === undefined ? 'CUSTOMER' : held.get(name);
  };
  return (
    <Section
      title="Suggested removals"
      about={`${formatNumberOf(
        suggestedRemovals.reduce((sum, { quantity }) => sum + quantity, 0),
        ['stone that', 'stones that'],
      )} no bin takes. Those held from us can be returned.`}
    >
      {suggestedRemovals.length > 0 && (
        <PlainTable label="Suggested removals" head={['Stones', 'Store', 'Bin', 'Quantity', 'Why', 'Return']}>
          {suggestedRemovals.map((removal, index) => {
            const { storeName, binSpec, binStoreName, quantity, names, reason, parcelNames } = removal;
            // Earlier plans name requested stones too, which are not held from us yet.
            const thoseIn = (status: Status | undefined): string[] =>
              parcelNames.filter((name) => statusOf(name) === status);
            const left = thoseIn('CUSTOMER');
            const given = thoseIn('PENDING_RETURN').length;
            const gone = thoseIn(undefined).length;
            return (
              <tr key={index}>
                <th scope="row">{countedNames(names)}</th>
                <td>{storeName}</td>
                <td>
                  {binSpec ?? 'None is close'}
                  {binStoreName !== undefined && <small>{`at ${binStoreName}`}</small>}
                </td>
                <td>{quantity}</td>
                <td>{reason}</td>
                <td>
                  {left.length > 0 && (
                    <Button
                      busy={busy !== null}
                      aria-label={`Return ${left.join(', ')}`}
                      onClick={() => void takeBack(left)}
                    >
                      Return
                    </Button>
                  )}
                  {given > 0 && <small>{`${given} of ${quantity} given back`}</small>}
                  {gone > 0 && <small>{`${gone} of ${quantity} no longer held`}</small>}
                </td>
              </tr>
            );
          })}
        </PlainTable>
      )}
    </Section>
  );
}
