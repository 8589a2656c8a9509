import type { IAudioMetadata } from 'music-metadata'
import { describe, expect, it } from 'vitest'
import { parsePlace, readPlace } from './read-place.ts'

describe('track numbers as people write them', () => {
  it.each<[unknown, number, number?, string?]>([
    ['3', 3],
    [3, 3],
    ['03', 3],
    ['3.', 3],
    ['3/12', 3],
    ['03/12', 3],
    ['3 / 12', 3],
    ['3 of 12', 3],
    ['3 von 12', 3],
    ['Track 3', 3],
    ['No. 3', 3],
    ['#3', 3],
    ['３', 3],
    ['103', 103],
    ['1-03', 3, 1],
    ['1-03/12', 3, 1],
    ['2.05', 5, 2],
    ['CD2-05', 5, 2],
    ['A1', 1, 0, 'A'],
    ['b2', 2, 0, 'B'],
    ['C 3', 3, 0, 'C'],
    ['D-04', 4, 0, 'D'],
    ['A1/A6', 1, 0, 'A'],
    ['Side A, 3', 3, 0, 'A'],
    ['A', 1, 0, 'A'],
    ['D.', 1, 0, 'D'],
    ['I', 1],
    ['ii', 2],
    ['IV', 4],
    ['VIII.', 8],
    ['IX', 9],
    ['XIV', 14],
    ['XL', 40],
    ['LXXIX', 79],
    ['III/IV', 3],
    ['0', 0],
    ['0/12', 0],
    ['', 0],
    [null, 0],
    ['-4', 0],
    ['99999999', 0],
    ['IIII', 0],
    ['MIX', 0],
    ['Prelude', 0],
    ['A100', 0],
    ['H2', 2, 0, 'H'],
    ['T01', 0],
    ['I 2', 0],
  ])('reads %j as %d', (text, number, disc = 0, side = '') => {
    expect(parsePlace(text)).toEqual({ number, disc, side })
  })

  it.each([
    [{ TRACKNUMBER: 'A1' }, { disc: 1, number: 1, side: 'A' }],
    [
      { TRACKNUMBER: 'B2', DISCNUMBER: '1/1' },
      { disc: 2, number: 2, side: 'B' },
    ],
    [
      { TRACKNUMBER: 'C1', DISCNUMBER: '2' },
      { disc: 3, number: 1, side: 'C' },
    ],
    [
      { TRACKNUMBER: 'A1', DISCNUMBER: '2' },
      { disc: 3, number: 1, side: 'A' },
    ],
    [
      { TRACKNUMBER: '4', DISCNUMBER: 'B' },
      { disc: 2, number: 4, side: 'B' },
    ],
    [{ TRACKNUMBER: '1-03' }, { disc: 1, number: 3, side: '' }],
    [
      { TRACKNUMBER: '1-03', DISCNUMBER: '2 of 2' },
      { disc: 2, number: 3, side: '' },
    ],
    [{ TRACKNUMBER: '?' }, { disc: 0, number: 0, side: '' }],
  ])('places %j', (tags, place) => {
    const vorbis = Object.entries(tags).map(([id, value]) => ({ id, value }))
    const common = { track: { no: null }, disk: { no: null } }
    expect(readPlace({ native: { vorbis }, common } as unknown as IAudioMetadata)).toEqual(place)
  })

  it('reads no more than the start of a long text', () => {
    for (const text of ['1'.repeat(100_000), `${'x'.repeat(100_000)}1`, `A${' '.repeat(100_000)}1`])
      expect(parsePlace(text).number).toBe(text.startsWith('A') ? 1 : 0)
  })

  it('prefers the number of ID3v2 to that of ID3v1', () => {
    const native = { ID3v1: [{ id: 'track', value: 3 }], 'ID3v2.3': [{ id: 'TRCK', value: '7' }] }
    const common = { track: { no: 3 }, disk: { no: null } }
    expect(readPlace({ native, common } as unknown as IAudioMetadata).number).toBe(7)
  })
})
