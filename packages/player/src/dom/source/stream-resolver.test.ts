import { afterEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import type { TrackStream } from '../../streams/stream-index.ts'
import { isUnreachable } from '../network/fetch-range.ts'
import { chooseRendition, StreamResolver } from './stream-resolver.ts'

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
  expect(chooseRendition(ogg, FLAC, 4_000_000, everything)).toBe(FLAC.faces[0])
  expect(chooseRendition(ogg, FLAC, undefined, everything)).toBe(FLAC.faces[0])
})

it('plays Vorbis files if the connection is too slow', () => {
  expect(chooseRendition(ogg, FLAC, 1_000_000, everything)).toBeNull()
})

it('streams formats whose files are not smaller, however slow the connection', () => {
  const flac = { ...ogg, audioSrc: '/audio/a/1.flac' }
  expect(chooseRendition(flac, FLAC, 100_000, everything)).toBe(FLAC.faces[0])
  const opus = indexOf('audio/mp4; codecs="opus"')
  expect(chooseRendition(ogg, opus, 100_000, everything)).toBe(opus.faces[0])
})

it('plays the file if no format can be appended', () => {
  expect(chooseRendition(ogg, FLAC, undefined, () => false)).toBeNull()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A resolver, and the qualities it has asked for; `first` where it wants the first bytes, too. */
function startResolver(connection?: object) {
  vi.stubGlobal('navigator', { connection })
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  const asked: string[] = []
  const resolver = new StreamResolver(async (_id, quality, isFirst) => {
    asked.push(isFirst ? `first ${quality}` : quality)
    return FLAC
  })
  return { resolver, asked }
}

it('asks for each quality once, and keeps that of a stream that plays', async () => {
  const { resolver, asked } = startResolver()
  const playing = (await resolver.resolve(ogg)) as TrackStream
  await resolver.resolve(ogg)
  resolver.setQuality({ quality: 'saver', limitedQuality: 'high' })
  expect((await resolver.refresh(ogg, playing))?.quality).toBe('original')
  expect((await resolver.resolve(ogg))?.quality).toBe('saver')
  expect(asked).toEqual(['first original', 'original', 'first saver'])
})

/** A resolver for Data saver, and what it has asked for; answers with fallbacks as long as `isBusy` says so. */
function startSaver(isBusy: (attempt: number) => boolean) {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  const asked: string[] = []
  const resolver = new StreamResolver(async (_id, quality) => {
    asked.push(quality)
    return { ...FLAC, ...(quality === 'saver' && isBusy(asked.length) && { isFallback: true }) }
  })
  resolver.setQuality({ quality: 'saver', limitedQuality: 'saver' })
  return { resolver, asked }
}

it('asks once more for a quality that could not be had at once', async () => {
  const { resolver, asked } = startSaver(attempt => attempt === 1)
  expect(await resolver.resolve(ogg)).toMatchObject({ quality: 'saver', index: { isFallback: true } })
  expect((await resolver.resolve(ogg))?.index).not.toHaveProperty('isFallback')
  await resolver.resolve(ogg)
  expect(asked).toEqual(['saver', 'saver'])
})

it('gives up a quality that cannot be had twice', async () => {
  const { resolver, asked } = startSaver(() => true)
  for (let i = 0; i < 5; i++) {
    expect(await resolver.resolve(ogg)).toMatchObject({ quality: 'saver', index: { isFallback: true } })
  }
  expect(asked).toEqual(['saver', 'saver'])
})

it('goes on with the original of a fallback that plays, and keeps the quality that was wanted', async () => {
  const { resolver, asked } = startSaver(() => true)
  const stream = (await resolver.resolve(ogg)) as TrackStream
  const fresh = await resolver.refresh(ogg, stream)
  expect(fresh).toMatchObject({ quality: 'saver', index: { isFallback: true } })
  expect(await resolver.resolve(ogg)).toEqual(fresh)
  expect(asked).toEqual(['saver', 'original'])
})

it('finds the loudness without another request after the quality has changed', async () => {
  const { resolver, asked } = startResolver()
  await resolver.resolve(ogg)
  resolver.setQuality({ quality: 'saver', limitedQuality: 'saver' })
  expect(await resolver.findGain(ogg)).toBe(FLAC.gain)
  expect(asked).toHaveLength(1)
})

it.each([
  [undefined, 'original'],
  [{ effectiveType: '4g', saveData: false }, 'original'],
  [{ type: 'wifi', effectiveType: '3g' }, 'original'],
  [{ type: 'cellular', effectiveType: '4g' }, 'saver'],
  [{ effectiveType: '4g', saveData: true }, 'saver'],
  [{ effectiveType: 'slow-2g' }, 'saver'],
])('chooses the quality by the network: %j, %s', (connection, expected) => {
  const { resolver } = startResolver(connection)
  resolver.setQuality({ quality: 'original', limitedQuality: 'saver' })
  expect(resolver.quality).toBe(expected)
})

it.each<[string, unknown]>([
  ['gives up a stream if the server fails', Object.assign(new Error('500'), { status: 500 })],
  ['reports that the service is away', Object.assign(new Error('502'), { status: 502 })],
  ['reports that nothing answers: a file could not be fetched either', new TypeError('Failed to fetch')],
])('%s', async (_what, error) => {
  vi.stubGlobal('navigator', { onLine: true })
  const resolver = new StreamResolver(() => Promise.reject(error))
  const found = resolver.resolveWhenOnline(
    ogg,
    new AbortController().signal,
    () => true,
    () => {},
  )
  if ((error as { status?: number }).status === 500) expect(await found).toBeNull()
  else await expect(found).rejects.toBe(error)
})

it('says that it waits while the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const resolver = new StreamResolver(() => Promise.reject(new TypeError('Failed to fetch')))
  const closed = new AbortController()
  const onOffline = vi.fn(() => closed.abort())
  expect(await resolver.resolveWhenOnline(ogg, closed.signal, () => true, onOffline)).toBeNull()
  expect(onOffline).toHaveBeenCalledTimes(1)
})

it('ends the request for an index that is abandoned, and makes another one at once', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  const signals: AbortSignal[] = []
  const resolver = new StreamResolver((_id, _quality, _isFirst, signal) => {
    signals.push(signal)
    return signals.length === 1 ? new Promise(() => {}) : Promise.resolve(FLAC)
  })
  const hanging = resolver.resolve(ogg)
  const gain = resolver.findGain(ogg)
  resolver.abandon(ogg)
  const found = resolver.resolve(ogg)
  // It is not too late for the loudness.
  expect(await gain).toBe(FLAC.gain)
  await expect(hanging).rejects.toThrow('no longer wanted')
  expect((await found)?.index).toBe(FLAC)
  // What has arrived is kept.
  resolver.abandon(ogg)
  await resolver.resolve(ogg)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('asks again for the loudness that a deck waits for when the other one abandons the index', async () => {
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  let requests = 0
  const resolver = new StreamResolver(() =>
    requests++ === 0 ? new Promise(() => {}) : Promise.resolve(FLAC),
  )
  const gain = resolver.findGain(ogg)
  resolver.abandon(ogg)
  expect(await gain).toBe(FLAC.gain)
  expect(requests).toBe(2)
})

it('asks for no loudness again that nobody wants any longer', async () => {
  let requests = 0
  const resolver = new StreamResolver(() => {
    requests++
    return new Promise(() => {})
  })
  const gain = resolver.findGain(ogg, () => false)
  resolver.abandon(ogg)
  await expect(gain).rejects.toThrow('no longer wanted')
  expect(requests).toBe(1)
})

it('asks again for an index that one deck has abandoned while the other one waits for it', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  let requests = 0
  const resolver = new StreamResolver(() =>
    requests++ === 0 ? new Promise(() => {}) : Promise.resolve(FLAC),
  )
  const { signal } = new AbortController()
  const waitFor = (isWanted: boolean) =>
    resolver.resolveWhenOnline(
      ogg,
      signal,
      () => isWanted,
      () => {},
    )
  const [gone, waiting] = [waitFor(false), waitFor(true)]
  resolver.abandon(ogg)
  expect(await gone).toBeNull()
  expect((await waiting)?.index).toBe(FLAC)
  expect(requests).toBe(2)
})

it('gives up a request for an index that hangs, and makes another one', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  let requests = 0
  const resolver = new StreamResolver(() =>
    requests++ === 0 ? new Promise(() => {}) : Promise.resolve(FLAC),
  )
  const resolve = () =>
    resolver.resolveWhenOnline(
      ogg,
      new AbortController().signal,
      () => true,
      () => {},
    )
  const hanging = resolve().catch((error: unknown) => isUnreachable(error))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await hanging).toBe(true)
  expect((await resolve())?.index).toBe(FLAC)
})
