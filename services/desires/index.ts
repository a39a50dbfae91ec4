export { desireStone, fulfil, type Desiring } from './desire-commands.ts';
export { wantedFrom } from './desire-wire.ts';
export { carryOutDesireRequest, requestRefusals } from './request-desire.ts';
