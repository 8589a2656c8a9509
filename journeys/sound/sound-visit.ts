import type { Browser, Page } from 'playwright-core'
import type { PlayerStatus, PlayerTrack } from '../../packages/player/src/state.ts'
import { RATE } from './signal.ts'
import type { SoundServer } from './sound-server.ts'

/** A page with the player in it, heard through a recorder. */
export interface SoundVisit {
  readonly page: Page
  /** Plays the server's tracks as an album. */
  playAll(tracks?: readonly PlayerTrack[]): Promise<void>
  /** Waits until this track is the current one and sounds. */
  untilPlaying(trackId: string | undefined): Promise<void>
  /** Waits until a pure tone of this frequency, give or take 25 Hz, sounds. */
  untilTone(frequency: number): Promise<void>
  untilSilent(): Promise<void>
  until(status: PlayerStatus): Promise<void>
  /** What the page has written to its console. */
  readonly said: string[]
  recording(): Promise<Float32Array>
  /** When the machine had no time for the sound. */
  starved(): Promise<string[]>
  /** When it had none for what the page does by its clock. */
  late(): Promise<string[]>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000

/**
 * @param rate sample rate of the recording; 0: nothing is listened to
 * @param prepare runs before the page is opened
 */
export async function visitSound(
  browser: Browser,
  server: SoundServer,
  rate = RATE,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<SoundVisit> {
  const page = await browser.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  await prepare(page)
  await page.goto(`${server.address}/?rate=${rate}`)
  await page.waitForFunction(() => window.sound !== undefined)
  if (rate > 0) await page.evaluate(() => window.sound.record())
  return {
    page,
    said,
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
    async untilTone(frequency) {
      await page.waitForFunction(
        wanted => window.sound.level() > 0.1 && Math.abs(window.sound.frequency() - wanted) < 25,
        frequency,
        { timeout: PATIENCE_MS, polling: 20 },
      )
    },
    async untilSilent() {
      await page.waitForFunction(() => window.sound.level() < 0.001, undefined, {
        timeout: PATIENCE_MS,
        polling: 20,
      })
    },
    async until(status) {
      await page.waitForFunction(wanted => window.sound.player.getState().status === wanted, status, {
        timeout: PATIENCE_MS,
        polling: 20,
      })
    },
    async recording() {
      const bytes = Buffer.from(await page.evaluate(() => window.sound.recorded()), 'base64')
      return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    },
    starved: () => page.evaluate(() => window.sound.starved()),
    late: () => page.evaluate(() => window.sound.late()),
    close: () => page.close(),
  }
}
