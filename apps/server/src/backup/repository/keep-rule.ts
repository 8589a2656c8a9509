import { snapshotTime } from './snapshot-id.ts'

const DAY_MS = 86_400_000
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3

type Unit = 'd' | 'w' | 'm' | 'y'

/** Number of the day, week, month or year of a moment, in UTC. */
const PERIOD: Readonly<Record<Unit, (at: number) => number>> = {
  d: at => Math.floor(at / DAY_MS),
  w: at => Math.floor((at / DAY_MS + DAYS_TO_MONDAY) / 7),
  m: at => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth(),
  y: at => new Date(at).getUTCFullYear(),
}

/** Such as `7d,4w,12m`. */
const RULE = /^\d{1,4}[dwmy](,\d{1,4}[dwmy])*$/

export const isKeepRule = (text: string) => RULE.test(text)

/**
 * Snapshots to keep: the newest one, and with `7d,4w` the newest one of each of the last seven days and four weeks that
 * have any.
 * @param ids oldest first
 * @param rule '' keeps all
 */
export function chooseKept(ids: readonly string[], rule: string): Set<string> {
  if (rule === '') return new Set(ids)
  const newestFirst = ids.toReversed()
  const kept = new Set(newestFirst.slice(0, 1))
  for (const part of rule.split(',')) {
    const periodOf = PERIOD[part.at(-1) as Unit]
    const newest = new Map<number, string>()
    for (const id of newestFirst) {
      const period = periodOf(snapshotTime(id))
      if (!newest.has(period)) newest.set(period, id)
    }
    for (const id of [...newest.values()].slice(0, Number.parseInt(part, 10))) kept.add(id)
  }
  return kept
}
