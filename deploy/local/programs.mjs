// The programs of the local run: the product's, and those that stand in for what production has elsewhere.
import { PRODUCT_PROGRAMS } from '../build/programs.mjs';

/** Source file of each program that only the local run has. */
export const LOCAL_PROGRAMS = {
  'event-store': 'deploy/local/event-store/main.ts',
  'trading-system-simulator': 'deploy/local/trading-system-simulator/main.ts',
};

export const PROGRAMS = { ...PRODUCT_PROGRAMS, ...LOCAL_PROGRAMS };

/** @typedef {keyof typeof PROGRAMS} Program */

/** These work without a running Vitrine too: its stores are then started for them. @type {readonly Program[]} */
export const WITH_STORES = ['event-store-copy', 'backup', 'restore'];
