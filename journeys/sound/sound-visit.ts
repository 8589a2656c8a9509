import type { Browser, Page } from 'playwright-core'
import type { PlayerTrack } from '../../packages/player/src/state.ts'
import { RATE } from './signal.ts'
import type { SoundServer } from './sound-server.ts'

/** A page with the player in it, heard through a recorder. */
export interface SoundVisit {
  readonly page: Page
  /** Plays the server's tracks as an album. */
  playAll(tracks?: readonly PlayerTrack[]): Promise<void>
  /** Waits until this track is the current one and sounds. */
  untilPlaying(trackId: string): Promise<void>
  recording(): Promise<Float32Array>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000

/** @param rate sample rate of the recording */
export async function visitSound(browser: Browser, server: SoundServer, rate = RATE): Promise<SoundVisit> {
  const page = await browser.newPage()
  await page.goto(`${server.address}/?rate=${rate}`)
  await page.waitForFunction(() => window.sound !== undefined)
  await page.evaluate(() => window.sound.record())
  return {
    page,
    playAll: (tracks = server.tracks) =>
      page.evaluate(
        list => window.sound.player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks: list }),
        tracks,
      ),
    async untilPlaying(trackId) {
      await page.waitForFunction(
        id => {
          const { status, track } = window.sound.player.getState()
          return track?.id === id && status === 'playing' && window.sound.level() > 0.01
        },
        trackId,
        { timeout: PATIENCE_MS, polling: 20 },
      )
    },
    async recording() {
      const bytes = Buffer.from(await page.evaluate(() => window.sound.recorded()), 'base64')
      return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    },
    close: () => page.close(),
  }
}
