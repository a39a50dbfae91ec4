import { mkdirSync } from 'node:fs';
import { errorCode } from '../build/claim.mjs';
import { Unusable } from '../build/unusable.mjs';

/**
 * Makes the data folder where there is none; other users may pass through it to what they own beneath.
 * @param {string} dataFolder
 * @throws {Unusable} when it cannot be made
 */
export function makeDataFolder(dataFolder) {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  } catch (error) {
    const code = errorCode(error);
    throw new Unusable(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `VITRINE_DATA is ${dataFolder}, which is a file or lies under one: give a folder.`
        : `${dataFolder} cannot be written to (${code ?? error}). Correct that, or choose another folder with VITRINE_DATA.`,
      { cause: error },
    );
  }
}
