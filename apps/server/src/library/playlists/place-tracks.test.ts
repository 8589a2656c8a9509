import { expect, it } from 'vitest'
import { placeTracks } from './place-tracks.ts'

const MOST = 10_000

/** The order after placing `wanted` in a playlist with gaps of 10. */
function merge(held: string, wanted: string, gap = 10): string | undefined {
  const places = Array.from(held, (id, n) => ({ id, position: (n + 1) * gap }))
  const placed = placeTracks(places, Array.from(wanted), 10, MOST)
  return (
    placed &&
    [...places, ...placed]
      .sort((a, b) => a.position - b.position)
      .map(({ id }) => id)
      .join('')
  )
}

it.each([
  ['an empty playlist takes them in order', '', 'abc', 'abc'],
  ['other tracks stay in front', 'xy', 'abc', 'xyabc'],
  ['tracks go behind their predecessor', 'ac', 'abcd', 'abcd'],
  ['tracks without a predecessor go to the front', 'cd', 'abcd', 'abcd'],
  ['a changed order stays', 'dba', 'abcd', 'dbca'],
  ['tracks of the listener stay between', 'axc', 'abc', 'abxc'],
  ['nothing is missing', 'abc', 'abc', 'abc'],
])('%s', (_name, held, wanted, expected) => {
  expect(merge(held, wanted)).toBe(expected)
})

it('needs new positions where two tracks have no room between them', () => {
  expect(merge('ad', 'abcd', 3)).toBe('abcd')
  expect(merge('ad', 'abcd', 2)).toBeUndefined()
  expect(placeTracks([{ id: 'a', position: MOST }], ['a', 'b'], 10, MOST)).toBeUndefined()
})
