import { expect, it } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import { chooseStream } from './stream-resolver.ts'

const SECONDS = 100
const BITS = 800_000

function indexOf(mime: string) {
  const rendition = {
    mime,
    url: '/stream/t/x.mp4',
    init: [0, 0] as const,
    primingSamples: 0,
    fragments: [[0, (BITS / 8) * SECONDS, 0]] as const,
  }
  const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
  return {
    trackId: 't',
    sampleRate: 44_100,
    trueSamples: SECONDS * 44_100,
    faces: [rendition],
    complete: true,
    gain,
  }
}
const FLAC = indexOf('audio/mp4; codecs="flac"')
const ogg = { id: 't', audioSrc: '/audio/a/1.ogg' } as PlayerTrack
const everything = () => true

it('streams Vorbis as FLAC if the connection is fast enough or its speed is unknown', () => {
  expect(chooseStream(ogg, FLAC, 4_000_000, everything)?.rendition).toBe(FLAC.faces[0])
  expect(chooseStream(ogg, FLAC, undefined, everything)?.rendition).toBe(FLAC.faces[0])
})

it('plays Vorbis files if the connection is too slow', () => {
  expect(chooseStream(ogg, FLAC, 1_000_000, everything)).toBeNull()
})

it('streams formats whose files are not smaller, however slow the connection', () => {
  const flac = { ...ogg, audioSrc: '/audio/a/1.flac' }
  expect(chooseStream(flac, FLAC, 100_000, everything)?.rendition).toBe(FLAC.faces[0])
  const opus = indexOf('audio/mp4; codecs="opus"')
  expect(chooseStream(ogg, opus, 100_000, everything)?.rendition).toBe(opus.faces[0])
})

it('plays the file if no format can be appended', () => {
  expect(chooseStream(ogg, FLAC, undefined, () => false)).toBeNull()
})
