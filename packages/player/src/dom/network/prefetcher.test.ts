import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import type { TrackStream } from '../../streams/stream-index.ts'
import { Prefetcher } from './prefetcher.ts'

const BYTES = 1_000
const trackOf = (id: string) => ({ id }) as PlayerTrack
const streamableOf = (id: string): TrackStream => {
  const rendition = {
    mime: 'audio/mp4',
    url: `/${id}`,
    init: [0, 10] as const,
    primingSamples: 0,
    fragments: [[10, BYTES, 0]] as const,
  }
  const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
  return {
    index: { trackId: id, sampleRate: 1, trueSamples: 1, faces: [rendition], complete: true, gain },
    rendition,
    quality: 'original',
  }
}

let requests: string[]
let ranges: (string | undefined)[]
let aborted: string[]
let answer: () => Promise<Response>

beforeEach(() => {
  requests = []
  ranges = []
  aborted = []
  answer = async () => new Response(new Uint8Array(10 + BYTES), { status: 206 })
  vi.stubGlobal(
    'fetch',
    (url: string, { signal, headers }: { signal: AbortSignal; headers: Record<string, string> }) => {
      requests.push(url)
      ranges.push(headers.range)
      signal.addEventListener('abort', () => aborted.push(url))
      return answer()
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const createPrefetcher = () => new Prefetcher(async ({ id }) => (id === 'none' ? null : streamableOf(id)))
const settle = () => new Promise(resolve => setTimeout(resolve, 5))

async function sizeOf(chunks: AsyncIterable<Uint8Array> | undefined): Promise<number> {
  let size = 0
  for await (const chunk of chunks ?? []) size += chunk.length
  return size
}

it('fetches the first bytes once and returns them when the track starts', async () => {
  const prefetcher = createPrefetcher()
  prefetcher.prefetch(trackOf('a'))
  prefetcher.prefetch(trackOf('a'))
  await settle()
  const ahead = prefetcher.take(trackOf('a'), streamableOf('a'))
  expect(await sizeOf(ahead?.read())).toBe(10 + BYTES)
  // A second read happens after a seek.
  expect(await sizeOf(ahead?.read())).toBe(10 + BYTES)
  expect(requests).toEqual(['/a'])
})

it('returns the bytes from the index at once and fetches the rest', async () => {
  answer = () => new Promise(() => {})
  const { rendition, ...others } = streamableOf('a')
  const ahead = createPrefetcher().take(trackOf('a'), {
    ...others,
    rendition: { ...rendition, start: btoa('first') },
  })
  const { value } = (await ahead?.read().next()) ?? {}
  expect(String.fromCharCode(...(value ?? []))).toBe('first')
  expect(ranges).toEqual([`bytes=5-${10 + BYTES - 1}`])
})

it('fetches nothing if the index contains all first bytes', async () => {
  const { rendition, ...others } = streamableOf('a')
  const start = btoa('x'.repeat(10 + BYTES))
  const ahead = createPrefetcher().take(trackOf('a'), { ...others, rendition: { ...rendition, start } })
  expect(await sizeOf(ahead?.read())).toBe(10 + BYTES)
  expect(requests).toEqual([])
})

it('returns bytes as they arrive', async () => {
  let arrive = (_: Response) => {}
  answer = () => new Promise(resolve => (arrive = resolve))
  const prefetcher = createPrefetcher()
  prefetcher.prefetch(trackOf('a'))
  await settle()
  const size = sizeOf(prefetcher.take(trackOf('a'), streamableOf('a'))?.read())
  arrive(new Response(new Uint8Array(10 + BYTES), { status: 206 }))
  expect(await size).toBe(10 + BYTES)
  expect(requests).toEqual(['/a'])
})

it('runs two requests at a time and cancels the oldest', async () => {
  answer = () => new Promise(() => {})
  const prefetcher = createPrefetcher()
  for (const id of ['a', 'b', 'c']) {
    prefetcher.prefetch(trackOf(id))
    await settle()
  }
  expect(requests).toEqual(['/a', '/b', '/c'])
  expect(aborted).toEqual(['/a'])
})

it('caches the latest four tracks', async () => {
  const prefetcher = createPrefetcher()
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    prefetcher.prefetch(trackOf(id))
    await settle()
  }
  requests = []
  prefetcher.take(trackOf('e'), streamableOf('e'))
  expect(requests).toEqual([])
  prefetcher.take(trackOf('a'), streamableOf('a'))
  expect(requests).toEqual(['/a'])
})

it('fetches again after a failure and skips tracks that cannot be streamed', async () => {
  const prefetcher = createPrefetcher()
  prefetcher.prefetch(trackOf('none'))
  answer = async () => new Response('', { status: 503 })
  prefetcher.prefetch(trackOf('a'))
  await settle()
  answer = async () => new Response(new Uint8Array(10 + BYTES), { status: 206 })
  expect(await sizeOf(prefetcher.take(trackOf('a'), streamableOf('a'))?.read())).toBe(10 + BYTES)
  expect(requests).toEqual(['/a', '/a'])
})

it('fetches a stream that has replaced the prefetched one', async () => {
  const prefetcher = createPrefetcher()
  prefetcher.prefetch(trackOf('a'))
  await settle()
  prefetcher.take(trackOf('a'), streamableOf('new'))
  expect(requests).toEqual(['/a', '/new'])
})
