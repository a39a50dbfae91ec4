/** Thousandths of a carat as carats, as calls and people have them: 1.005 of 1,005. */
export const inCarats = (thousandths: number): number => thousandths / 1000;

/** Carats as thousandths, rounded to whole ones. */
export const thousandthsOf = (weight: number): number => Math.round(weight * 1000);

/** Carats as thousandths; null when there are more than three decimals. */
export const exactThousandthsOf = (weight: number): number | null =>
  Math.abs(weight * 1000 - thousandthsOf(weight)) < 1e-6 ? thousandthsOf(weight) : null;

/** Carats with two decimals, a half rounded up: '1.01' of 1.005 ct. @param thousandths of a carat */
export const carats = (thousandths: number): string => (Math.round(thousandths / 10) / 100).toFixed(2);

/** The same of a weight in carats, which calls have with three decimals. */
export const formatCarats = (weight: number): string => carats(thousandthsOf(weight));

/** Hundredths of a carat: '1.51 ct'. @param thousandths of a carat */
export const caratsInWords = (thousandths: number): string => `${carats(thousandths)} ct`;

/** Thousandths of a carat with two decimals, with three where the third is not 0. */
export const exactCarats = (thousandths: number): string =>
  thousandths % 10 === 0 ? carats(thousandths) : inCarats(thousandths).toFixed(3);
