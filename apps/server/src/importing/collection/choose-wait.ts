/** A tag editor writes a file within this time; what is written for longer is being copied. */
const WRITTEN_AT_ONCE_MS = 300

/** Events of one file without a pause of `quietMs`. */
interface Series {
  readonly since: number
  readonly isChange: boolean
  last: number
}

/**
 * Chooses how long to wait for further events: not long after a change of a file that was there before, longer while files
 * are added, removed or still being written.
 */
export function chooseWait({ quietMs, changeMs }: { readonly quietMs: number; readonly changeMs: number }) {
  const series = new Map<string, Series>()
  return (event: string, path: string, now = performance.now()): number => {
    const before = series.get(path)
    const isContinued = before !== undefined && now - before.last < quietMs
    const isChange = event === 'change' && (!isContinued || before.isChange)
    const since = isContinued ? before.since : now
    // In the order of their last events.
    series.delete(path)
    series.set(path, { since, isChange, last: now })
    for (const [other, { last }] of series) {
      if (now - last < quietMs) break
      series.delete(other)
    }
    return isChange && now - since < WRITTEN_AT_ONCE_MS ? changeMs : quietMs
  }
}
