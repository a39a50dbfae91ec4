/** Something about this machine or its configuration that a person can correct: shown as its message alone, no stack. */
export class Unusable extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = 'Unusable';
  }
}
