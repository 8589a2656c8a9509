import { copyFileSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Codec } from './audio-info.ts'
import type { AudioFile } from './format.ts'
import { FORMATS } from './formats.ts'
import { FIXTURE_SAMPLES, fixturePath } from './testing/fixtures.ts'
import { makeAiff, makeWav } from './testing/make-pcm.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const FILES: Readonly<Record<string, Codec>> = {
  'tone.wav': 'pcm',
  'tone.aiff': 'pcm',
  'tone.alac.m4a': 'alac',
  'tone.flac': 'flac',
  'tone.mp3': 'mp3',
  'tone.ogg': 'vorbis',
  'tone.opus': 'opus',
}
/** One file that stays open is enough to fail; several attempts at different moments find more. */
const TIMES = 3

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder, 'tone.wav'), makeWav(FIXTURE_SAMPLES))
  writeFileSync(join(folder, 'tone.aiff'), makeAiff(FIXTURE_SAMPLES))
  for (const name of Object.keys(FILES))
    if (!/wav|aiff/.test(name)) copyFileSync(fixturePath(name), join(folder, name))
})

/** Descriptors of this process that are open on a file. */
function countOpen(path: string): number {
  const targets = readdirSync('/proc/self/fd').map(name => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`)
    } catch {
      return ''
    }
  })
  return targets.filter(target => target === path).length
}

/** Waits for what is closed asynchronously. */
const expectClosed = (path: string) => vi.waitFor(() => expect(countOpen(path)).toBe(0), { timeout: 10_000 })

describe.skipIf(process.platform !== 'linux').each(Object.entries(FILES))('%s', (name, codec) => {
  const file = (path: string): AudioFile => ({
    ...{ path, codec, sampleRate: 44_100, channels: 2, trueSamples: FIXTURE_SAMPLES, primingSamples: 0 },
  })

  it('is closed after it was decoded whole, in part, or not at all', async () => {
    const path = join(folder, name)
    const { decode } = await FORMATS[codec].load()
    for (const most of [Number.POSITIVE_INFINITY, 1, 0]) {
      for (let time = 0; time < TIMES; time++) {
        using sound = await decode(file(path))
        let read = 0
        if (most > 0)
          for await (const sample of sound.samples) {
            sample.close()
            if (++read >= most) break
          }
      }
      await expectClosed(path)
    }
  })

  it('is closed after it was streamed, or could not be', async () => {
    const path = join(folder, name)
    const { stream } = await FORMATS[codec].load()
    const job = { source: path, codec, trueSamples: FIXTURE_SAMPLES, inContainer: true }
    const output = join(folder, `${name}.out`)
    for (let time = 0; time < TIMES; time++) {
      await stream({ ...job, output }, () => {})
      const failing = stream({ ...job, output: join(folder, 'no folder/out') }, () => {})
      await expect(failing).rejects.toThrow()
      const stopped = stream({ ...job, output }, () => {
        throw new Error('Nobody reads it.')
      })
      await expect(stopped).rejects.toThrow('Nobody reads it.')
    }
    await expectClosed(path)
    await expectClosed(output)
  })

  it('is closed where it is damaged', async () => {
    const path = join(folder, `cut ${basename(name)}`)
    copyFileSync(join(folder, name), path)
    truncateSync(path, 100)
    const { decode, stream } = await FORMATS[codec].load()
    for (let time = 0; time < TIMES; time++) {
      const decoding = decode(file(path)).then(async sound => {
        using opened = sound
        for await (const sample of opened.samples) sample.close()
      })
      await decoding.catch(() => {})
      const job = { source: path, codec, trueSamples: 1, output: join(folder, 'cut.out'), inContainer: true }
      await stream(job, () => {}).catch(() => {})
    }
    await expectClosed(path)
  })
})
