import { z } from 'zod';
import { correctionPreview } from '#contracts/api/stones.ts';
import { CHANGED_CODES, correctionCall, type CorrectionCalls } from '#web-shared/corrections/correction.ts';
import { call, codeOf } from '../providers/http-client.ts';

/** Undoes a parcel's last entry or changes its date, or answers what that would change. */
export const correctionCalls: CorrectionCalls = {
  preview: (correction) => {
    const { path, body } = correctionCall(correction, { preview: true });
    return call(path, correctionPreview, { body });
  },
  correct: async (correction, how) => {
    const { path, body } = correctionCall(correction, how);
    await call(path, z.unknown(), { body });
  },
  hasChanged: (failure) => CHANGED_CODES.includes(codeOf(failure) ?? ''),
};
