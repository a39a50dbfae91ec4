import type { FinishedInstruction } from '#contracts/customer/index.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { CommandContext, UnderWay } from '#services/platform/commands/index.ts';

/** What the commands on stones are given beside the log. */
export type StonesContext = CommandContext & {
  /** Runs one customer's work one at a time in this process: spares the retries that exact revisions would cost. */
  perCustomer<Answer>(customerId: number, work: () => Promise<Answer>): Promise<Answer>;
  /** Instructions whose events are being written: the read models take those of one together. */
  underWay: UnderWay;
  /** REQUESTED + CUSTOMER + PENDING_RETURN in cents, read at or after a log position; null when the read model stays behind. */
  exposureAt(customerId: number, position: bigint): Promise<Cents | null>;
  /** A finished instruction that the customer's ledger no longer keeps. */
  findInstruction(instructionId: string): Promise<FinishedInstruction | undefined>;
};
