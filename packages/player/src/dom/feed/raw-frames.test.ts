import { expect, it, vi } from 'vitest'
import type { PlacedTrack } from '../../streams/timeline.ts'
import { AppendBuffer } from './append-buffer.ts'

const RATE = 44_100
const PRIMING = 1105
/** Each stands for a second of audio. */
const CHUNK = new Uint8Array(5_000)

/** Drops raw frames before the append window as the specification says: without moving on. */
class StrictSourceBuffer extends EventTarget {
  updating = false
  mode = 'sequence'
  appendWindowStart = 0
  appendWindowEnd = Number.POSITIVE_INFINITY
  timestampOffset = 0
  until = 0
  readonly starts: number[] = []
  abort(): void {}
  appendBuffer(): void {
    if (this.timestampOffset < this.appendWindowStart) return
    this.starts.push(this.timestampOffset)
    this.timestampOffset += 1
    this.until = this.timestampOffset
  }
  get buffered() {
    return { length: this.until > 0 ? 1 : 0, start: () => this.starts[0], end: () => this.until }
  }
}

function placedAt(start: number): PlacedTrack {
  const fragments = Array.from({ length: 4 }, (_, i) => [i * CHUNK.length, CHUNK.length, i * RATE] as const)
  const rendition = { mime: 'audio/mpeg', url: '/a', init: null, primingSamples: PRIMING, fragments }
  const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
  const index = {
    trackId: 'a',
    sampleRate: RATE,
    trueSamples: 3 * RATE,
    faces: [rendition],
    complete: true,
    gain,
  }
  return { index, rendition, quality: 'original', start }
}

it('starts MP3 at the start of the track if the browser drops all frames that begin before it', async () => {
  const fake = new StrictSourceBuffer()
  const source = Object.assign(new EventTarget(), {
    duration: 0,
    readyState: 'open',
    addSourceBuffer: () => fake,
  })
  const buffer = new AppendBuffer(source as unknown as MediaSource, 'audio/mpeg')
  const { signal } = new AbortController()

  await buffer.prepare(placedAt(10), 0, signal)
  await buffer.append(CHUNK, signal)
  expect(fake.starts).toEqual([])
  // By now the browser must have buffered something.
  await buffer.append(CHUNK, signal)
  expect(fake.starts).toEqual([10, 11])
  await buffer.append(CHUNK, signal)
  expect(fake.starts).toEqual([10, 11, 12])

  // The next tracks start there at once.
  fake.starts.length = 0
  const append = vi.spyOn(fake, 'appendBuffer')
  await buffer.prepare(placedAt(13), 0, signal)
  await buffer.append(CHUNK, signal)
  expect(fake.starts).toEqual([13])
  expect(append).toHaveBeenCalledTimes(1)
})
