import type { FeedMappingResource } from '#contracts/api/vendor-feeds.ts';
import { SelectField } from '#web-shared/components/field/field.tsx';
import styles from './mapping.module.css';

type Conventions = FeedMappingResource['conventions'];

const CHOICES: { [Field in keyof Conventions]: readonly [label: string, choices: Record<string, string>] } = {
  decimalSign: ['Decimal sign', { POINT: 'Point: 1,234.50', COMMA: 'Comma: 1.234,50' }],
  weightUnit: ['Weights are', { CARATS: 'Carats: 1.01', POINTS: 'Points: 101' }],
  discountUnit: ['Discounts are', { PERCENT: 'Percents: 30', FRACTION: 'Fractions: 0.30' }],
  discountSign: [
    'Below the price list is',
    { BELOW_NEGATIVE: 'Negative: −30', BELOW_POSITIVE: 'Positive: 30' },
  ],
};
const FIELDS = Object.keys(CHOICES) as (keyof Conventions)[];

type ConventionsFieldsProps = { conventions: Conventions; onChange: (conventions: Conventions) => void };

/** How the vendor writes numbers (rule: Ranges and numbers); what is not fixed is found in each file. */
export function ConventionsFields({ conventions, onChange }: ConventionsFieldsProps) {
  return (
    <div className={styles['conventions']}>
      {FIELDS.map((field) => {
        const [label, choices] = CHOICES[field];
        return (
          <SelectField
            key={field}
            label={label}
            value={conventions[field] ?? ''}
            empty="As each file shows"
            choices={Object.entries(choices)}
            onChange={(value) => onChange({ ...conventions, [field]: value === '' ? null : value })}
          />
        );
      })}
    </div>
  );
}
