import type { Random } from '#services/platform/random.ts';

/** Gives certificate numbers that look like a lab's, each once. */
export type Certificates = { next(lab: string): { certNo: string; shortCertNo?: string } };

/**
 * Certificate numbers derived from a seed: GIA's have 10 digits, FM's follow their pattern (product:
 * Certificates).
 */
export function certificates(random: Random): Certificates {
  const given = new Set<string>();
  const digits = (count: number, first: readonly number[]): string =>
    [random.pick(first), ...Array.from({ length: count - 1 }, () => random.int(0, 9))].join('');
  const unused = (make: () => string): string => {
    for (;;) {
      const number = make();
      if (given.has(number)) continue;
      given.add(number);
      return number;
    }
  };
  return {
    next(lab) {
      switch (lab) {
        case 'FM': {
          const shortCertNo = unused(() => digits(random.int(6, 9), [1, 2, 3]));
          const more = random.weighted([
            ['none', 6],
            ['before', 2],
            ['after', 2],
          ] as const);
          const long = digits(random.int(11, 12), [1, 2]);
          return {
            shortCertNo,
            certNo:
              more === 'none'
                ? shortCertNo
                : more === 'before'
                  ? `${long}-${shortCertNo}`
                  : `${shortCertNo}-${long}`,
          };
        }
        case 'GIA':
        case 'GIA-LG':
          return { certNo: unused(() => digits(10, [1, 2, 5, 6, 7])) };
        case 'IGI':
          return { certNo: unused(() => digits(9, [4, 5, 6])) };
        default:
          return { certNo: unused(() => digits(11, [1, 2])) };
      }
    },
  };
}
