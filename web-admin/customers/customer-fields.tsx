import type { Customer } from '#contracts/api/customers.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { formatLimit, formatPercent } from '#web-shared/formats/figures.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import styles from './customers.module.css';

/** All fields of a customer in their groups (product: Customer); what one may not see is left out. */
export function CustomerFields({ customer }: { customer: Customer }) {
  return (
    <div className={styles['groups']}>
      <Identity customer={customer} />
      <Inventory customer={customer} />
      <Access customer={customer} />
      {customer.paymentDays !== undefined && <Terms customer={customer} />}
      {customer.accountCodes && <Accounts accounts={customer.accountCodes} />}
    </div>
  );
}

type Group = { customer: Customer };

const mailTo = (address: string) => address && <a href={`mailto:${address}`}>{address}</a>;

function Identity({ customer }: Group) {
  return (
    <Section title="Identity and contact">
      <Facts
        facts={[
          ['Customer number', customer.customerId],
          ['Name', customer.name],
          ['Legal name', customer.legalName],
          ['Name in large on bills', customer.bigName],
          ['E-mail', mailTo(customer.email)],
          ['Sales rep', mailTo(customer.salesRepEmail)],
        ]}
      />
    </Section>
  );
}

/** Left out for users who see no values (rule: Price modes). */
function Inventory({ customer }: Group) {
  const { minInventory, maxInventory, currentlyHolding, firstAction } = customer;
  const held =
    currentlyHolding === undefined ? [] : [['Currently holding', formatValue(currentlyHolding)] as const];
  const limits = [
    ...(minInventory === undefined ? [] : [['Minimum inventory', formatLimit(minInventory)] as const]),
    ...(maxInventory === undefined ? [] : [['Maximum inventory', formatLimit(maxInventory)] as const]),
  ];
  const since = ['First action', firstAction === undefined ? 'None yet' : formatMoment(firstAction)] as const;
  return (
    <Section title="Inventory">
      <Facts facts={[...held, ...limits, since]} />
    </Section>
  );
}

function Access({ customer }: Group) {
  return (
    <Section title="Access">
      <Facts
        facts={[
          ['Can Log In', <Flag key="login" on={customer.allowLogin} />],
          ['Can Make Changes', <Flag key="actions" on={customer.allowActions} />],
          ['Manufacturer lab FM', <Flag key="fm" on={customer.fmAllowed} />],
          ['Lab-grown diamonds', <Flag key="lg" on={customer.lgAllowed} />],
          ['Fancy-colour diamonds', <Flag key="fc" on={customer.fcAllowed} />],
          ['Legend', <Flag key="legend" on={customer.legend} />],
        ]}
      />
    </Section>
  );
}

function Flag({ on }: { on: boolean }) {
  return (
    <span className={on ? styles['yes'] : styles['no']}>
      <Icon name={on ? 'check' : 'minus'} size={14} /> {on ? 'Yes' : 'No'}
    </span>
  );
}

const rate = (value: number | undefined): string => (value === undefined ? '' : formatPercent(value));
const days = (value: number | undefined): string =>
  value === undefined ? '' : formatNumberOf(value, ['day', 'days']);
/** A threshold unset or 0 charges nothing (rule: HAF surcharge). */
const threshold = (value: number | undefined): string => (value ? formatPercent(value) : 'Not set');

function Terms({ customer }: Group) {
  const lines = [
    ['Natural and jewellery', customer.feeRate, customer.normalRebate],
    ['Fancy hearts and arrows', customer.feeRate, customer.hafRebate],
    ['Lab-grown', customer.lgFeeRate, customer.lgRebate],
    ['Fancy colour', customer.fcFeeRate, customer.fcRebate],
  ] as const;
  return (
    <Section title="Commercial terms">
      <PlainTable label="Fees and rebates" head={['Line', 'Monthly fee', 'Rebate']} figures>
        {lines.map(([line, fee, rebate]) => (
          <tr key={line}>
            <th scope="row">{line}</th>
            <td>{rate(fee)}</td>
            <td>{rate(rebate)}</td>
          </tr>
        ))}
      </PlainTable>
      <Facts
        facts={[
          ['GIA round discount', rate(customer.giaRoundDiscount)],
          ['Hearts-and-arrows surcharge from', threshold(customer.hafPct1)],
          ['Hearts-and-arrows surcharge again from', threshold(customer.hafPct2)],
          ['Grace period', days(customer.gracePeriodDays)],
          ['Payment due after', days(customer.paymentDays)],
          ['Memos due after', customer.memoDays ? days(customer.memoDays) : 'House default'],
        ]}
      />
    </Section>
  );
}

function Accounts({ accounts }: { accounts: NonNullable<Customer['accountCodes']> }) {
  return (
    <Section title="Account codes">
      {accounts.length === 0 ? (
        <p className="nothing">No account codes yet.</p>
      ) : (
        <PlainTable label="Account codes" head={['Instance', 'Account code', 'Documents']}>
          {accounts.map(({ dxInstance, accountCode, docType }) => (
            <tr key={`${dxInstance} ${accountCode}`}>
              <th scope="row">{formatConstant(dxInstance)}</th>
              <td>{accountCode}</td>
              <td>{docType.split(',').map(formatConstant).join(', ')}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}
