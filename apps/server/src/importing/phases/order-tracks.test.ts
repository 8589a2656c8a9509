import { describe, expect, it } from 'vitest'
import { naturalOrder, orderTracks } from './order-tracks.ts'

describe('the order of tracks', () => {
  it('is the natural one of file names', () => {
    const names = [
      '10.mp3',
      '2.mp3',
      'B 1.mp3',
      '02b.mp3',
      'b 11.mp3',
      'b 3.mp3',
      '1.mp3',
      '99999999999999.mp3',
    ]
    const sorted = names.toSorted((a, b) => (naturalOrder(a) < naturalOrder(b) ? -1 : 1))
    expect(sorted).toEqual([
      '1.mp3',
      '2.mp3',
      '02b.mp3',
      '10.mp3',
      '99999999999999.mp3',
      'B 1.mp3',
      'b 3.mp3',
      'b 11.mp3',
    ])
    expect(naturalOrder('1 '.repeat(1_000)).length).toBeLessThanOrEqual(200)
  })

  it('stores nothing of files whose numbers are enough', () => {
    const track = (disc: number, number: number, name: string) => ({
      ...{ disc, number, fileOrder: '' },
      file: { name, path: `/music/${name}` },
    })
    const ordered = orderTracks([track(1, 2, 'b'), track(2, 1, 'c'), track(1, 2, 'a'), track(1, 1, 'd')])
    expect(ordered.map(one => [one.file.name, one.fileOrder])).toEqual([
      ['d', ''],
      ['a', 'a'],
      ['b', 'b'],
      ['c', ''],
    ])
  })
})
