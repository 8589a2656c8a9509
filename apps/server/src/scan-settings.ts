import * as z from 'zod/mini'
import type { WalkSchedule } from './importing/watching/walk-schedule.ts'
import { interval } from './setting-schemas.ts'

const HOURS = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/

/** Such as 22:00-07:30, in minutes after midnight. */
const quietHours = z.pipe(
  z.string().check(z.regex(HOURS, 'two times of the day, such as 22:00-07:30')),
  z.transform(given => {
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = given.split(/[:-]/).map(Number)
    return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
  }),
)

/** Settings of when watched folders are walked. */
export const scanSettings = {
  SCAN_EVERY: z.optional(
    z.union([z.literal('off'), interval], 'off, or a number with m, h or d, such as 15m or 24h'),
  ),
  SCAN_QUIET_HOURS: z.optional(quietHours),
  SCAN_WAKES_DISKS: z._default(z.enum(['on', 'off']), 'on'),
}

type ScanSettings = z.infer<z.ZodMiniObject<typeof scanSettings>>

export function toWalkSchedule(given: ScanSettings): WalkSchedule {
  return {
    everyMs: given.SCAN_EVERY === 'off' ? 0 : given.SCAN_EVERY,
    quietHours: given.SCAN_QUIET_HOURS,
    wakesDisks: given.SCAN_WAKES_DISKS === 'on',
  }
}
