import type { WireLine } from '#contracts/api/bill-lines.ts';

type Fee = Extract<WireLine, { kind: 'FEE' }>;

/** A fee of all of April 2026 at 1 %. @param share of vendor 3, in percent */
export const madeFee = (parcelName: string, amount: number, share = 0): Fee => ({
  key: `FEE:${parcelName}`,
  kind: 'FEE',
  parcelName,
  line: 'natural',
  computed: amount,
  override: null,
  amount,
  vendorParts:
    share === 0
      ? []
      : [{ vendorId: 3, parcelName, flat: 0, base: amount, share, amount: (amount * share) / 100 }],
  tradingSystem: 0,
  house: (amount * (100 - share)) / 100,
  working: {
    spellKey: `spell of ${parcelName}`,
    daysInMonth: 30,
    heldDays: 30,
    graceDays: 0,
    feeDays: 30,
    haf: false,
    freedom: false,
    segments: [{ from: '2026-04-01', to: '2026-04-30', days: 30, price: amount * 100, rate: 1 }],
    eventIds: [`event of ${parcelName}`],
  },
});
