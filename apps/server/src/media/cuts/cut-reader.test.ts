import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wavBytes } from '@refrain/audio/testing/audio-files'
import { temporaryFolder } from '@refrain/audio/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { CutReader } from './cut-reader.ts'

const SAMPLES = 44_100

/** A second of a disc in a bucket. `copies` counts those that exist; `copied` makes each available. */
async function openCut(copied: Promise<void> = Promise.resolve()) {
  const local = join(temporaryFolder(), 'disc.wav')
  writeFileSync(local, await wavBytes(Int16Array.from({ length: 2 * SAMPLES }, (_, i) => i % 20_000)))
  const copies = { count: 0 }
  const reader = new CutReader({
    async use(_path, work) {
      await copied
      copies.count++
      return work(local).finally(() => copies.count--)
    },
  })
  onTestFinished(() => reader.close())
  const audio = { codec: 'pcm', sample_rate: 44_100, channels: 1, bit_depth: 16, priming_samples: 0 } as const
  const about = { trackId: 't', url: 'disc.01.wav', path: 's3://music/disc.wav', root: 's3://music' }
  const file = { size: 1, etag: '"1"', lastModified: '', read: async () => [], signAddress: async () => '' }
  const cut = reader.open(
    { ...about, ...audio, true_samples: SAMPLES, first_sample: SAMPLES },
    { ...file, release: () => {} } as never,
    'caller',
  )
  return { cut, copies }
}

const settle = () => new Promise(resolve => setImmediate(resolve))

it('frees the copy of a client that left while it was made, decoding nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { cut, copies } = await openCut(promise)
  const left = new AbortController()
  const reading = cut.read(0, 999, left.signal)
  left.abort()
  resolve()
  await expect(reading).rejects.toThrow('aborted')
  await settle()
  expect(copies.count).toBe(0)
})

it('frees the copy of a client that left before it took a byte, and stops decoding for it', async () => {
  const { cut, copies } = await openCut()
  const waiting = new AbortController()
  const reading = cut.read(0, 999, waiting.signal)
  await settle()
  waiting.abort()
  await expect(reading).rejects.toThrow('aborted')
  const late = new AbortController()
  await cut.read(0, 999, late.signal)
  expect(copies.count).toBe(1)
  late.abort()
  await settle()
  expect(copies.count).toBe(0)
})

it('sends one caller sixteen cuts at the same time, not more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { cut } = await openCut(promise)
  const left = new AbortController()
  const reading = Array.from({ length: 16 }, () => cut.read(0, 99, left.signal))
  await expect(cut.read(0, 99)).rejects.toMatchObject({ statusCode: 429 })
  left.abort()
  resolve()
  expect((await Promise.allSettled(reading)).every(({ status }) => status === 'rejected')).toBe(true)
  const chunks: Uint8Array[] = []
  for await (const chunk of await cut.read(44, 47)) chunks.push(chunk)
  expect(Buffer.concat(chunks).readInt16LE()).toBe(SAMPLES % 20_000)
})
