import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../../settings.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { OpenFiles } from '../files/open-files.ts'
import { CollectionBuckets } from '../storage/collection-buckets.ts'
import { LocalCopies } from '../storage/local-copies.ts'
import { StreamCache } from '../streams/stream-cache.ts'
import type { ChosenEncoding } from './choose-encoding.ts'
import type { EncodingName } from './encodings.ts'
import { type Encoders, findEncoders } from './find-encoders.ts'
import { type GrowingTranscode, Transcoder, type TranscodeSource } from './transcoder.ts'

const RATE = 44_100
const SOON = { timeout: 20_000 }
/** Of a client that does not leave. */
const STAYS = new AbortController().signal

const encoding = (bitRate: number, name: EncodingName = 'mp3'): ChosenEncoding => ({
  ...{ name, bitRate, sampleRate: name === 'opus' ? 48_000 : RATE, channels: 1 },
})

/** @param script an encoder that is a shell script, with what it notes */
async function start(script?: string) {
  const folder = temporaryFolder()
  const notes = join(folder, 'notes')
  const read = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
  let encoders: Encoders | undefined
  if (script !== undefined) {
    const ffmpeg = join(folder, 'ffmpeg')
    writeFileSync(ffmpeg, `#!/bin/sh\n${script.replaceAll('NOTES', notes)}\n`)
    chmodSync(ffmpeg, 0o700)
    encoders = { ffmpeg, available: new Set<EncodingName>(['mp3']), build: '' }
  }
  const files = new OpenFiles()
  const cache = await StreamCache.open(join(folder, 'streams'), files, 64 * 1024 * 1024)
  const copies = new LocalCopies(new CollectionBuckets(readSettings({}).objectStorage), folder)
  const transcoder = new Transcoder(cache, copies, encoders)
  onTestFinished(async () => {
    await transcoder.close()
    files.close()
  })
  const path = join(folder, 'sound.flac')
  writeFileSync(path, await flacBytes(tone(RATE * 10)))
  const source = (more: Partial<TranscodeSource> = {}): TranscodeSource => ({
    ...{ path, codec: 'flac', version: '1', encoding: encoding(128), offset: 0, caller: 'ada' },
    ...more,
  })
  const parts = () => readdirSync(join(folder, 'streams'))
  return { transcoder, source, read, parts }
}

async function collect({ bytes }: GrowingTranscode): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of bytes) all.push(part)
  return Buffer.concat(all)
}

function growing(opened: Awaited<ReturnType<Transcoder['open']>>): GrowingTranscode {
  if (!opened || !('bytes' in opened)) throw new Error('It is not being made.')
  return opened
}

it.each(['mp3', 'opus', 'aac'] as const)(
  'makes %s of the wanted bit rate, then reads it from the cache (SUB-81)',
  async name => {
    const { available } = await findEncoders()
    expect([...available]).toContain(name)
    const { transcoder, source } = await start()
    const wanted = source({ encoding: encoding(64, name) })
    const made = growing(await transcoder.open(wanted, STAYS))
    const bytes = await collect(made)
    // Ten seconds of a sine need less in encodings that do not fill their bit rate.
    expect(bytes.length).toBeGreaterThan(5_000)
    expect(bytes.length).toBeLessThan(1.2 * 8 * 1024 * 10)
    const whole = await made.openWhole()
    made.release()
    expect(whole?.size).toBe(bytes.length)
    whole?.release()
    const cached = await transcoder.open(wanted, STAYS)
    expect(cached && 'fd' in cached && cached.size).toBe(bytes.length)
    if (cached && 'fd' in cached) cached.release()
  },
)

it.each(['mp3', 'opus', 'aac'] as const)('makes %s of another sample rate, in mono (SUB-81)', async name => {
  const { ffmpeg, available } = await findEncoders()
  if (ffmpeg === undefined || !available.has(name)) return
  const { transcoder, source } = await start()
  const path = join(temporaryFolder(), 'fine.flac')
  writeFileSync(path, await flacBytes(tone(96_000), 96_000))
  const wanted = { ...encoding(64, name), sampleRate: 48_000 }
  const made = growing(await transcoder.open(source({ path, encoding: wanted }), STAYS))
  const target = join(temporaryFolder(), `made.${name}`)
  writeFileSync(target, await collect(made))
  made.release()
  const { stderr } = spawnSync(ffmpeg, ['-hide_banner', '-i', target], { encoding: 'utf8' })
  expect(stderr).toMatch(/Audio: .*48000 Hz, mono/)
})

it('starts at an offset without caching that, and gives nothing past the end (SUB-83)', async () => {
  const { transcoder, source, parts } = await start()
  const sizeAt = async (offset: number) => {
    const opened = await transcoder.open(source({ offset }), STAYS)
    if (!opened) return -1
    const size = 'fd' in opened ? opened.size : (await collect(opened)).length
    opened.release()
    return size
  }
  const [whole, half, none] = [await sizeAt(0), await sizeAt(5), await sizeAt(60)]
  expect(half / whole).toBeGreaterThan(0.45)
  expect(half / whole).toBeLessThan(0.55)
  expect(none).toBeLessThan(1_000)
  await expect.poll(() => transcoder.jobs, SOON).toBe(0)
  // The bytes and the index of the whole track.
  expect(parts()).toHaveLength(2)
})

it('makes one transcode for all who ask (SUB-81)', async () => {
  const { transcoder, source, read } = await start('echo run >> NOTES; printf first; sleep 1; printf second')
  const opened = await Promise.all([1, 2, 3].map(async () => growing(await transcoder.open(source(), STAYS))))
  const all = await Promise.all(opened.map(collect))
  for (const { release } of opened) release()
  expect(all.map(String)).toEqual(Array(3).fill('firstsecond'))
  expect(read()).toBe('run\n')
})

it('stops when the last one has left, and leaves nothing (SUB-81)', async () => {
  const { transcoder, source, parts } = await start('printf first; exec sleep 600')
  const [one, two] = [
    growing(await transcoder.open(source(), STAYS)),
    growing(await transcoder.open(source(), STAYS)),
  ]
  one.release()
  expect(transcoder.jobs).toBe(1)
  two.release()
  await expect.poll(() => transcoder.jobs, SOON).toBe(0)
  expect(await two.openWhole()).toBeUndefined()
  expect(parts()).toEqual([])
})

it('stops when a client leaves while it waits, and starts anew for the next one (SUB-81)', async () => {
  const { transcoder, source, read } = await start('echo run >> NOTES; exec sleep 600')
  const at = (bitRate: number) => source({ encoding: encoding(bitRate) })
  for (const bitRate of [1, 2]) void transcoder.open(at(bitRate), STAYS)
  await expect.poll(read, SOON).toBe('run\nrun\n')
  const left = new AbortController()
  const waiting = transcoder.open(at(3), left.signal)
  await expect.poll(() => transcoder.jobs, SOON).toBe(3)
  left.abort()
  expect(await waiting).toBeUndefined()
  expect(await transcoder.open(at(3), left.signal)).toBeUndefined()
  void transcoder.open(at(3), STAYS)
  await expect.poll(() => transcoder.jobs, SOON).toBe(4)
})

it('gives the whole of an offset, which is not cached (SUB-82)', async () => {
  const { transcoder, source } = await start('printf first; printf second')
  const made = growing(await transcoder.open(source({ offset: 5 }), STAYS))
  const whole = await made.openWhole()
  made.release()
  expect(whole && [whole.size, readSync(whole.fd, Buffer.alloc(20), 0, 20, 0)]).toEqual([11, 11])
  whole?.release()
})

it('runs two encoders at most, and refuses when too many wait (SUB-81)', async () => {
  const { transcoder, source, read } = await start('echo run >> NOTES; exec sleep 600')
  const open = (bitRate: number) =>
    transcoder.open(source({ encoding: encoding(bitRate), caller: `of ${bitRate}` }), STAYS)
  const waiting = Array.from({ length: 18 }, (_, n) => open(n))
  for (const one of waiting) one.catch(() => {})
  await expect.poll(read, SOON).toBe('run\nrun\n')
  await expect(open(99)).rejects.toMatchObject({ statusCode: 503 })
})

it('refuses a caller who fills the queue, and stops what that caller has left (SUB-81)', async () => {
  const { transcoder, source } = await start('printf first; exec sleep 600')
  const open = (offset: number, caller = 'ada') => transcoder.open(source({ offset, caller }), STAYS)
  const [first, second] = [growing(await open(1)), growing(await open(2))]
  const waiting = [3, 4, 5, 6].map(offset => open(offset))
  for (const one of waiting) one.catch(() => {})
  await expect.poll(() => transcoder.jobs, SOON).toBe(6)
  await expect(open(7)).rejects.toMatchObject({ statusCode: 429 })
  void open(7, 'grace').catch(() => {})
  await expect.poll(() => transcoder.jobs, SOON).toBe(7)
  first.release()
  void open(8).catch(() => {})
  expect(await first.openWhole()).toBeUndefined()
  await expect(open(9)).rejects.toMatchObject({ statusCode: 429 })
  second.release()
})

it('says that there is none where the encoder fails, and does not try again at once (SUB-81)', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const { transcoder, source, read, parts } = await start('echo run >> NOTES; exit 1')
  expect(await transcoder.open(source(), STAYS)).toBeUndefined()
  expect(await transcoder.open(source(), STAYS)).toBeUndefined()
  expect(read()).toBe('run\n')
  expect(parts()).toEqual([])
})
