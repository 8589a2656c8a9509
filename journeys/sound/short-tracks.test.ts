import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { flacOf } from './encode-lossless.ts'
import { encodeVorbis } from './encode-vorbis.ts'
import { RATE, testSignal } from './signal.ts'
import { type SoundFile, startSoundServer } from './sound-server.ts'
import { visitSound } from './sound-visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
})
afterAll(() => browser.close())

const piece = (seconds: number) => testSignal().subarray(0, Math.round(seconds * RATE))
const flac = (seconds: number) => flacOf(piece(seconds))
const mp3 = (seconds: number) => encodeMp3(piece(seconds), piece(seconds))
const vorbis = (seconds: number) => encodeVorbis(piece(seconds))

it.each([
  ['0.1 s before a longer one', [0.1, 2], [flac]],
  ['0.1 to 0.15 s', [0.1, 0.12, 0.15, 0.1, 0.13], [flac]],
  ['0.3 s in mixed formats', [0.3, 0.3, 0.3, 0.3, 0.3, 0.3], [flac, mp3, vorbis]],
])('plays tracks of %s one after the other', async (_what, lengths, formats) => {
  const files = await Promise.all(
    lengths.map(async (seconds, i): Promise<SoundFile> => {
      const encode = formats[i % formats.length] ?? flac
      return [
        `${i}.${{ [flac.name]: 'flac', [mp3.name]: 'mp3' }[encode.name] ?? 'ogg'}`,
        await encode(seconds),
      ]
    }),
  )
  const server = await startSoundServer(files)
  try {
    const visit = await visitSound(browser, server, 0)
    await visit.playAll()
    const ids = server.tracks.map(({ id }) => id)
    // Each in its turn, and then the first one again.
    const played = () =>
      visit.page.evaluate(() => {
        const tracks = window.sound.history.map(({ track }) => track)
        return tracks.filter((track, i) => track !== tracks[i - 1])
      })
    await expect.poll(async () => (await played()).slice(0, ids.length + 1)).toEqual([...ids, ids[0]])
    await visit.close()
  } finally {
    await server.stop()
  }
})
