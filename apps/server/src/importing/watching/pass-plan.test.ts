import { describe, expect, it } from 'vitest'
import { PassPlan, restAfter } from './pass-plan.ts'

/** Every so many milliseconds from one time to another. */
const times = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step)

describe('PassPlan', () => {
  it.each([
    ['a folder with something new: 10 s after the last', 'new', [0, 4_000, 9_000], 19_000],
    ['one that is never quiet: 5 minutes after the first', 'new', times(0, 299_000, 9_000), 300_000],
    ['a known file that changed: at once', 'changed', [0], 100],
    ['known files that change one after the other: together', 'changed', [0, 50, 120], 220],
    ['known files that change without a pause: within 2 s', 'changed', times(0, 1_990, 90), 2_000],
    ['what was removed: 2 s after the last', 'removed', [0, 1_000], 3_000],
  ] as const)('imports %s', (_, kind, at, due) => {
    const plan = new PassPlan()
    for (const now of at) plan.note(kind, '/music/a', now)
    expect(plan.dueAt).toBe(due)
  })

  it('does not wait less because something is removed from a folder that is copied', () => {
    const plan = new PassPlan()
    plan.note('new', '/music/a', 0)
    plan.note('removed', '/music/a', 1)
    expect(plan.dueAt).toBe(10_000)
  })

  it('imports a quiet folder while another one is written', () => {
    const plan = new PassPlan()
    plan.note('new', '/music/a', 0)
    for (const now of times(1_000, 10_000, 1_000)) plan.note('new', '/music/b', now)
    expect(plan.dueAt).toBe(10_000)
    plan.begin(10_000)
    expect(plan.dueAt).toBe(20_000)
    plan.begin(20_000)
    expect(plan.dueAt).toBe(Number.POSITIVE_INFINITY)
  })

  it('imports what is written into a new folder with it', () => {
    const plan = new PassPlan()
    plan.note('new', '/music/Ada', 0)
    plan.note('new', '/music/Ada/First', 1_000)
    plan.note('new', '/music/Ada/First', 8_000)
    expect(plan.dueAt).toBe(18_000)
    plan.note('new', '/music/Ada/First', 299_000)
    expect(plan.dueAt).toBe(300_000)
  })

  it('remembers a bounded number of folders', () => {
    const plan = new PassPlan()
    for (let n = 0; n < 5_000; n++) plan.note('new', `/music/${n}`, n)
    expect(plan.size).toBeLessThanOrEqual(1_002)
    expect(plan.dueAt).toBe(10_000)
    plan.begin(14_998)
    expect(plan.dueAt).toBe(14_999)
  })
})

it.each([
  [500, 1, 0],
  [2_000, 2, 0],
  [500, 3, 2_000],
  [500, 5, 6_000],
  [500, 400, 20_000],
  [12_000, 3, 40_000],
  [600_000, 1, 240_000],
])('rests after an import of %d ms, the %d. in a row, for %d ms', (took, inRow, rest) => {
  expect(restAfter(took, inRow)).toBe(rest)
})
