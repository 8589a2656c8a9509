import type { IAudioMetadata } from 'music-metadata'
import { describe, expect, it } from 'vitest'
import { NO_REMARKS, readRemarks } from './read-remarks.ts'

/** What the tag library finds. */
const metadata = (common: object, native: object = {}) => ({ common, native }) as unknown as IAudioMetadata

describe('remarks of tags', () => {
  it.each([
    [{ bpm: 127.6 }, { bpm: 128 }],
    [{ bpm: 0 }, {}],
    [{ bpm: 5_000 }, {}],
    [{ bpm: Number.NaN }, {}],
    [{ mood: 'Calm; Night, calm / Night' }, { moods: ['Calm', 'Night', 'calm'] }],
    [
      { comment: [{ descriptor: 'iTunNORM', text: '000A' }, { text: ' Live\r\nin Rome ' }] },
      { comment: 'Live\nin Rome' },
    ],
    [{ comment: [{ text: ' ' }, {}] }, {}],
    [{ comment: [{ text: 'x'.repeat(2_000) }] }, { comment: 'x'.repeat(1_000) }],
  ])('%j', (common, expected) => {
    expect(readRemarks(metadata(common))).toEqual({ ...NO_REMARKS, ...expected })
  })

  it.each([
    ['iTunes', { id: 'rtng', value: 1 }, 'explicit'],
    ['iTunes', { id: 'rtng', value: 4 }, 'explicit'],
    ['iTunes', { id: 'rtng', value: 0 }, ''],
    ['vorbis', { id: 'ITUNESADVISORY', value: '2' }, 'clean'],
    ['ID3v2.3', { id: 'TXXX:ITUNESADVISORY', value: '1' }, 'explicit'],
  ])('%s %j', (kind, tag, explicit) => {
    expect(readRemarks(metadata({}, { [kind]: [tag] })).explicit).toBe(explicit)
  })
})
