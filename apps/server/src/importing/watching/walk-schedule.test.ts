import { expect, it } from 'vitest'
import { nextWalkAt, type WalkSchedule } from './walk-schedule.ts'

const HOUR = 3_600_000
const at = (day: number, hour: number, minute = 0) => new Date(2026, 4, day, hour, minute).getTime()
const schedule: WalkSchedule = { everyMs: undefined, quietHours: undefined, wakesDisks: true }
const night = { from: 22 * 60, to: 7 * 60 + 30 }

it.each([
  ['every 15 minutes without reliable events', {}, true, at(4, 12), at(4, 12, 15)],
  ['once a day with them', {}, false, at(4, 12), at(5, 12)],
  ['as often as it is set', { everyMs: HOUR }, true, at(4, 12), at(4, 13)],
  ['never if that is set', { everyMs: 0 }, true, at(4, 12), Number.POSITIVE_INFINITY],
  ['after the night', { quietHours: night }, true, at(4, 21, 50), at(5, 7, 30)],
  ['after the rest of the night', { quietHours: night }, true, at(4, 3), at(4, 7, 30)],
  ['in the day as ever', { quietHours: night }, true, at(4, 7, 30), at(4, 7, 45)],
  ['after hours of one day', { quietHours: { from: 60, to: 120 } }, true, at(4, 0, 50), at(4, 2)],
])('walks %s', (_, given, isSilent, last, next) => {
  expect(nextWalkAt({ ...schedule, ...given }, last, isSilent, last)).toBe(next)
})

it('does not walk in quiet hours because it is late', () => {
  const next = (now: number) => nextWalkAt({ ...schedule, quietHours: night }, at(4, 21), true, now)
  expect([at(4, 21), at(4, 21, 30), at(4, 22), at(5, 3), at(5, 8)].map(next)).toEqual([
    ...[at(4, 21, 15), at(4, 21, 15), at(5, 7, 30), at(5, 7, 30), at(4, 21, 15)],
  ])
})
