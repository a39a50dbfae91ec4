import { z } from 'zod';
import { TIERS } from './tier-names.ts';

export { EXCEPTIONAL_SHOW_DAYS, TIERS, type Tier } from './tier-names.ts';

export const tierSchema = z.enum(TIERS);
