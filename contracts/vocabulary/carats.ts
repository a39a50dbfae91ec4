/** Carats with two decimals, a half rounded up: '1.01' of 1.005 ct. @param thousandths of a carat */
export const carats = (thousandths: number): string => (Math.round(thousandths / 10) / 100).toFixed(2);

/** The same of a weight in carats, which calls have with three decimals. */
export const formatCarats = (weight: number): string => carats(Math.round(weight * 1000));

/** Hundredths of a carat: '1.51 ct'. @param thousandths of a carat */
export const caratsInWords = (thousandths: number): string => `${carats(thousandths)} ct`;

/** Thousandths of a carat with two decimals, with three where the third is not 0. */
export const exactCarats = (thousandths: number): string =>
  thousandths % 10 === 0 ? carats(thousandths) : (thousandths / 1000).toFixed(3);
