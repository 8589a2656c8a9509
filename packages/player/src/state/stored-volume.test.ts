import { expect, it, vi } from 'vitest'
import { createFakeOutput } from '../output/fake-output.ts'
import { createPlayer } from '../player.ts'

it.each([
  ['0.5', 0.5],
  ['2', 1],
  ['loud', 1],
  [null, 1],
])('reads the stored volume %j as %d', (kept, volume) => {
  const storage = { getItem: () => kept, setItem: () => {} }
  expect(createPlayer({ output: createFakeOutput(), storage }).getState().volume).toBe(volume)
})

it('stores the volume, also while idle, and works if the storage throws (READ-35)', () => {
  const setItem = vi.fn(() => {
    throw new Error('full')
  })
  const output = createFakeOutput()
  const quiet = createPlayer({ output, storage: { getItem: () => null, setItem } })
  quiet.setVolume(0.25)
  expect(quiet.getState().volume).toBe(0.25)
  expect(setItem).toHaveBeenCalledWith('volume', '0.25')
  expect(output.calls.at(-1)).toBe('volume 0.25')
})
