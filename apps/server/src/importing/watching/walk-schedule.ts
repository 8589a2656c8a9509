/** Hours of the day, in local time, as minutes after midnight. */
interface QuietHours {
  readonly from: number
  readonly to: number
}

export interface WalkSchedule {
  /** Between two walks of all folders; undefined: 15 minutes where events do not tell everything, else a day. 0: never. */
  readonly everyMs: number | undefined
  /** When no walk begins by itself. */
  readonly quietHours: QuietHours | undefined
  /** Whether walks may wake disks that nobody uses. */
  readonly wakesDisks: boolean
}

const SILENT_WALK_MS = 900_000
const SAFETY_WALK_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/**
 * When the next walk is due, as epoch milliseconds. Infinity if never.
 * @param lastAt end of the last import
 * @param isSilent whether events do not tell everything
 * @param now epoch milliseconds: a walk that is overdue waits for the end of the quiet hours, too
 */
export function nextWalkAt(schedule: WalkSchedule, lastAt: number, isSilent: boolean, now: number): number {
  const { everyMs = isSilent ? SILENT_WALK_MS : SAFETY_WALK_MS, quietHours } = schedule
  if (everyMs === 0) return Number.POSITIVE_INFINITY
  const at = lastAt + everyMs
  if (!quietHours) return at
  const allowed = afterQuietHours(Math.max(at, now), quietHours)
  return allowed > now ? allowed : afterQuietHours(at, quietHours)
}

/** The time itself, or the end of the quiet hours that it lies in. */
function afterQuietHours(at: number, { from, to }: QuietHours): number {
  const date = new Date(at)
  const minute = date.getHours() * 60 + date.getMinutes()
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return at
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES
  return Math.floor(at / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS
}
