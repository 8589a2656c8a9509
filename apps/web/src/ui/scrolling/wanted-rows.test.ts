import { expect, it } from 'vitest'
import { stepTowards, wantedRows } from './wanted-rows.ts'

it('wants the visible rows first, then four below and four above, however many there are (LIST-02)', () => {
  expect(wantedRows({ count: 20_000, first: 1000, last: 1002 })).toEqual([
    1000, 1001, 1002, 1003, 1004, 1005, 1006, 996, 997, 998, 999,
  ])
  expect(wantedRows({ count: 20_000, first: 0, last: 1 })).toEqual([0, 1, 2, 3, 4, 5])
  expect(wantedRows({ count: 8, first: 6, last: 7 })).toEqual([6, 7, 2, 3, 4, 5])
})

it('wants all rows of a short list', () => {
  expect(wantedRows({ count: 8, first: 6, last: 7, all: true })).toEqual([6, 7, 0, 1, 2, 3, 4, 5])
})

it('keeps rows and their neighbours, so that Tab continues from the focused one', () => {
  const wanted = wantedRows({ count: 100, first: 90, last: 90, kept: [0] })
  expect(wanted).toEqual(expect.arrayContaining([0, 1]))
  expect(wanted).not.toContain(2)
  expect(wanted).not.toContain(-1)
})

it('adds and removes one row per step until the rows are the wanted ones', () => {
  const wanted = wantedRows({ count: 100, first: 50, last: 51 })
  let rendered: readonly number[] = [0, 1, 2]
  let steps = 0
  for (let next = stepTowards(rendered, wanted); next !== rendered; next = stepTowards(rendered, wanted)) {
    expect(next.filter(row => !rendered.includes(row)).length).toBeLessThanOrEqual(1)
    expect(rendered.filter(row => !next.includes(row)).length).toBeLessThanOrEqual(1)
    if (steps === 0) expect(next).toContain(50)
    rendered = next
    steps++
  }
  expect(rendered).toEqual([46, 47, 48, 49, 50, 51, 52, 53, 54, 55])
  expect(steps).toBe(10)
})
