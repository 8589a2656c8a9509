import type { PlayerStatus, PlayerTrack } from '@refrain/player/state/player-state'
import type { Browser, Page } from 'playwright-core'
import { RATE } from './signal.ts'
import type { SoundServer } from './sound-server.ts'

/** A page with the player in it, heard through a recorder. */
export interface SoundVisit {
  readonly page: Page
  /** Plays the server's tracks as an album. */
  playAll(tracks?: readonly PlayerTrack[]): Promise<void>
  /** Waits until this track is the current one and sounds. Answers the second it was at then. */
  untilPlaying(trackId: string | undefined): Promise<number>
  /** Waits until a pure tone of this frequency, give or take 25 Hz, sounds; of what comes after the `last` nothing is recorded. */
  untilTone(frequency: number, last?: 'last'): Promise<void>
  /** Does something and waits for a tone that comes of it; it is listened for before, for a tone that climbs is soon another. */
  untilToneFrom(frequency: number, act: () => Promise<unknown>): Promise<void>
  untilSilent(): Promise<void>
  until(status: PlayerStatus): Promise<void>
  /** What the page has written to its console. */
  readonly consoleMessages: string[]
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
  const consoleMessages: string[] = []
  page.on('console', message => consoleMessages.push(message.text()))
  await prepare(page)
  await page.goto(`${server.address}/?rate=${rate}`)
  await page.waitForFunction(() => window.sound !== undefined)
  if (rate > 0) await page.evaluate(() => window.sound.record())
  async function untilTone(frequency: number, last?: 'last'): Promise<void> {
    await page.waitForFunction(
      ([wanted, isLast]) => {
        const { isTone, stopRecording } = window.sound
        if (!isTone(wanted)) return false
        if (isLast) stopRecording()
        return true
      },
      [frequency, last !== undefined] as const,
      { timeout: PATIENCE_MS, polling: 20 },
    )
  }
  return {
    page,
    consoleMessages,
    playAll: (tracks = server.tracks) =>
      page.evaluate(
        list => window.sound.player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks: list }),
        tracks,
      ),
    async untilPlaying(trackId) {
      const handle = await page.waitForFunction(
        id => {
          const { player, level } = window.sound
          const { status, track } = player.getState()
          const { position } = player.progress.getState()
          return track?.id === id && status === 'playing' && level() > 0.01 && { position }
        },
        trackId,
        { timeout: PATIENCE_MS, polling: 20 },
      )
      const found = await handle.jsonValue()
      return found ? found.position : Number.NaN
    },
    untilTone,
    async untilToneFrom(frequency, act) {
      await Promise.all([untilTone(frequency), act()])
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
