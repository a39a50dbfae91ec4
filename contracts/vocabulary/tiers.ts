import { z } from 'zod';
import { TIERS } from './tier-names.ts';

export { EXCEPTIONAL_SHOW_DAYS, TIER_DESCRIPTIONS, TIERS, type Tier } from './tier-names.ts';

export const tierSchema = z.enum(TIERS);
