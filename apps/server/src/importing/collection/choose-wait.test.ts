import { expect, it } from 'vitest'
import { chooseWait } from './choose-wait.ts'

const [quietMs, changeMs] = [2_000, 100]

/** The waits after events at the given milliseconds. */
function waitsAfter(...events: readonly (readonly [at: number, event: string, path: string])[]): number[] {
  const wait = chooseWait({ quietMs, changeMs })
  return events.map(([at, event, path]) => wait(event, path, at))
}

it('waits a moment after files change that were there before', () => {
  expect(waitsAfter([0, 'change', 'a'], [50, 'change', 'a'], [60, 'change', 'b'])).toEqual([100, 100, 100])
  expect(waitsAfter([0, 'change', 'a'], [5_000, 'change', 'a'])).toEqual([100, 100])
})

it.each(['add', 'addDir', 'unlink', 'ready'])('waits longer after %s', event => {
  expect(waitsAfter([0, event, 'a'])).toEqual([2_000])
})

it('waits longer while a file is copied, however often it pauses', () => {
  expect(waitsAfter([0, 'add', 'a'], [10, 'change', 'a'], [1_900, 'change', 'a'])).toEqual([
    2_000, 2_000, 2_000,
  ])
  expect(
    waitsAfter([0, 'change', 'a'], [200, 'change', 'a'], [400, 'change', 'a'], [2_300, 'change', 'a']),
  ).toEqual([100, 100, 2_000, 2_000])
})
