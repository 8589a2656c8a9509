import { expect, it } from 'vitest'
import { chooseKept, isKeepRule } from './keep-rule.ts'
import { newSnapshotId, snapshotTime } from './snapshot-id.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 23, 6, 54, 12, 345)

/** Four a day for two years, oldest first. */
const ids = Array.from({ length: 4 * 730 }, (_, n) => newSnapshotId(NOW - n * 6 * HOUR)).reverse()

it('reads the time back from an id', () => {
  expect(snapshotTime(newSnapshotId(NOW))).toBe(NOW)
})

it('keeps the newest snapshot of each day, week and month', () => {
  const kept = [...chooseKept(ids, '7d,4w,12m')].sort()
  const days = kept.map(id => new Date(snapshotTime(id)).toISOString().slice(0, 10))
  expect(days).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-08', '2026-11-15'],
    ...['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'],
  ])
})

it('keeps the newest snapshot always, and all without a rule', () => {
  expect([...chooseKept(ids, '0d')]).toEqual(ids.slice(-1))
  expect(chooseKept(ids, '').size).toBe(ids.length)
  expect(chooseKept([], '7d').size).toBe(0)
})

it('counts periods that have snapshots, so that a pause removes nothing', () => {
  const sparse = [400, 300, 20].map(days => newSnapshotId(NOW - days * 24 * HOUR))
  expect(chooseKept(sparse, '3d').size).toBe(3)
})

it('recognises rules', () => {
  expect(['7d', '7d,4w,12m', '1y'].every(isKeepRule)).toBe(true)
  expect(['7', 'd', '7d,', '7 d', '-1d', '7h'].some(isKeepRule)).toBe(false)
})
