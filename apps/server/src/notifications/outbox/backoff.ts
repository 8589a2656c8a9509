const FIRST_MS = 5_000
const LONGEST_MS = 3_600_000

/**
 * How long to wait after so many failed attempts: twice as long each time, an hour at most, and by chance up to half of
 * it less, so that what failed together does not come again together.
 * @param chance 0 to 1
 */
export function backoffMs(attempts: number, chance = Math.random()): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1))
  return Math.round(whole * (1 - chance / 2))
}
