import { random, type Random } from '#services/platform/random.ts';

const SHORT = 400;

/**
 * How much is tried: FUZZ_RUNS attempts (`npm run fuzz` tries very many; the suite a few), from FUZZ_SEED. The same seed
 * tries the same; it is printed, and stands in each failure.
 */
export function fuzzRun(share = 1): { seed: number; runs: number; random: Random } {
  const seed = Number(process.env['FUZZ_SEED'] || Date.now() % 1_000_000_000);
  const runs = Math.ceil(Number(process.env['FUZZ_RUNS'] || SHORT) * share);
  console.log(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
  return { seed, runs, random: random(seed) };
}
