import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../state/player-state.ts'
import { planPrefetch } from '../streams/feed-plan.ts'
import { createMediaSourceOutput } from './media-source-output.ts'
import { PrefetchedRange } from './source/prefetched-range.ts'
import type { MediaSourceOutput } from './stream-parts.ts'

const RATE = 44_100
const INIT = 1_000
const BYTES = 100
const FRAGMENTS = 200

/** Takes what is appended and what is to be removed; each takes its time. */
class FakeSourceBuffer extends EventTarget {
  updating = false
  appendWindowStart = 0
  appendWindowEnd = Number.POSITIVE_INFINITY
  timestampOffset = 0
  mode = 'segments'
  buffered = { length: 1, start: () => 0, end: () => 0 }
  abort(): void {}
  appendBuffer(): void {
    this.#work()
  }
  remove(): void {
    this.#work()
  }
  #work(): void {
    this.updating = true
    setTimeout(() => {
      this.updating = false
      this.dispatchEvent(new Event('updateend'))
    }, 5)
  }
}

class FakeMediaSource extends EventTarget {
  readyState = 'open'
  duration = 0
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new Event('sourceopen')), 1)
  }
  addSourceBuffer = () => new FakeSourceBuffer()
  endOfStream(): void {}
}

class FakeElement extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3
  readyState = 0
  currentTime = 0
  paused = false
  seeking = false
  volume = 1
  play = async () => {}
  pause(): void {}
  removeAttribute(): void {}
  load(): void {}
}

let asked: number[]
let output: MediaSourceOutput

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('MediaSource', FakeMediaSource)
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL() {} })
  // The bytes of the first request trickle in, until it is given up.
  vi.stubGlobal(
    'fetch',
    async (_url: string, { headers, signal }: { headers: { range: string }; signal: AbortSignal }) => {
      const [from = 0, to = 0] = headers.range.replace('bytes=', '').split('-').map(Number)
      asked.push(from)
      let left = to - from + 1
      const body = new ReadableStream<Uint8Array>({
        start: controller => signal.addEventListener('abort', () => controller.error(signal.reason)),
        async pull(controller) {
          if (asked.length < 2) await new Promise(resolve => setTimeout(resolve, 1))
          if (signal.aborted) return
          if (left <= 0) return controller.close()
          controller.enqueue(new Uint8Array(Math.min(100, left)))
          left -= 100
        },
      })
      return new Response(body, { status: 206 })
    },
  )
  const fragments = Array.from(
    { length: FRAGMENTS },
    (_, i) => [INIT + i * BYTES, BYTES, i * RATE] as [number, number, number],
  )
  const face = { mime: 'audio/mp4', url: '/a', init: [0, INIT] as const, primingSamples: 0, fragments }
  const index = {
    trackId: 'a',
    sampleRate: RATE,
    trueSamples: FRAGMENTS * RATE,
    faces: [face],
    complete: true,
    gain: { track: null, album: null, trackPeak: null, albumPeak: null },
  }
  output = createMediaSourceOutput({
    createElement: () => new FakeElement() as unknown as HTMLAudioElement,
    resolve: async () => ({ index, face }),
    fetchFirst(_, { index, face }) {
      const request = planPrefetch({ index, face })
      return request && new PrefetchedRange(face.url, request)
    },
    onUnstreamable: () => {},
    onNextUnstreamable: () => {},
    onBroken: () => {},
  })
  output.attach({
    onSounding() {},
    onWaiting() {},
    onPaused() {},
    onPosition() {},
    onAdvanced() {},
    onEnded() {},
    onFailed() {},
    onUnplayable() {},
  })
})
afterEach(() => {
  output.destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each(Array.from({ length: 8 }, (_, i) => i))(
  'feeds from the place that was sought, though the start was still being fed for %d ms',
  async wait => {
    output.start({ id: 'a', durationSeconds: FRAGMENTS } as PlayerTrack, 0)
    await vi.advanceTimersByTimeAsync(wait)
    const before = asked.length
    output.seek(196)
    await vi.advanceTimersByTimeAsync(1_000)
    const from = INIT + 195 * BYTES
    const after = asked.slice(before)
    expect(after).toContain(from)
    // The header is asked for again where it had not come whole.
    expect(after.filter(offset => offset !== 0)).toEqual([from])
    expect(after.length).toBeLessThanOrEqual(2)
  },
)
