import type {
  Actor,
  CustomerAccess,
  CustomerTerms,
  InstructionFinished,
  InstructionPlaced,
} from '#contracts/events/index.ts';
import type { TermsChange } from '#contracts/lifecycle/index.ts';
import type { Fold } from '#services/platform/commands/index.ts';

/** An instruction recorded on the customer's stream whose effects may not all stand yet. */
export type OpenInstruction = InstructionPlaced & {
  commandId: string;
  bodyHash: string | undefined;
  actor: Actor;
};

/** An instruction whose every parcel was done or declined; `reached` is the log position of its last event. */
export type FinishedInstruction = Omit<InstructionFinished, 'position'> & {
  bodyHash: string | undefined;
  reached: string;
};

/** What deciding on a customer's instructions needs of `customer-{customerId}`. */
export type InstructionLedger = {
  customerId: number | null;
  access: CustomerAccess;
  terms: TermsChange<CustomerTerms>[];
  open: (OpenInstruction & { recordedAt: string })[];
  /** The newest finished ones; older ones are found in the read model. */
  finished: FinishedInstruction[];
  /**
   * Behind the newest effect of a finished instruction: the log position of the finishing event. The position in its
   * data is of the log that it was first recorded in, which may have been moved since.
   */
  lastEffect: string;
};

const KEPT = 100;

export const instructionLedgerFold: Fold<InstructionLedger> = {
  name: 'instruction-ledger-3',
  initial: () => ({
    customerId: null,
    access: {
      allowLogin: false,
      allowActions: false,
      fmAllowed: false,
      lgAllowed: false,
      fcAllowed: false,
      legend: false,
    },
    terms: [],
    open: [],
    finished: [],
    lastEffect: '0',
  }),
  evolve(state, fact) {
    switch (fact.type) {
      case 'CustomerRegistered': {
        const { customerId, access, terms, effectiveAt } = fact.data;
        return { ...state, customerId, access, terms: [{ effectiveAt, changes: terms }] };
      }
      case 'CustomerAccessChanged': {
        const changed = Object.fromEntries(
          Object.entries(fact.data.changes).filter(([, value]) => value !== undefined),
        );
        return { ...state, access: { ...state.access, ...changed } };
      }
      case 'CustomerTermsChanged':
        return {
          ...state,
          terms: [...state.terms, { effectiveAt: fact.data.effectiveAt, changes: fact.data.changes }],
        };
      case 'InstructionPlaced': {
        const { commandId, bodyHash, actor, recordedAt } = fact.metadata;
        const placed = { ...fact.data, commandId, bodyHash, actor, recordedAt };
        return { ...state, open: [...state.open, placed] };
      }
      case 'InstructionFinished': {
        const { position: _, ...data } = fact.data;
        const placed = state.open.find((row) => row.instructionId === data.instructionId);
        if (!placed) return state;
        const reached = fact.position.toString();
        const finished = { ...data, bodyHash: placed.bodyHash, reached };
        return {
          ...state,
          open: state.open.filter((row) => row !== placed),
          finished: [...state.finished.slice(1 - KEPT), finished],
          lastEffect: reached,
        };
      }
      default:
        return state;
    }
  },
};
