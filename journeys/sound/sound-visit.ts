import type { PlayerStatus, PlayerTrack } from '@refrain/player/state/player-state'
import type { Browser, Page } from 'playwright-core'
import { ignoreUnawaitedRejections } from '../support/browsers/chromium.ts'
import { RATE } from './signal.ts'
import type { SoundServer } from './sound-server.ts'

/** A page with the player and a recorder of its audio. */
export interface SoundVisit {
  readonly page: Page
  /** Plays the server's tracks as an album. */
  playAll(tracks?: readonly PlayerTrack[]): Promise<void>
  /** Waits until this track is current and audible. Returns its position in seconds. */
  untilPlaying(trackId: string | undefined): Promise<number>
  /** Waits for a pure tone within 25 Hz of this frequency. */
  untilTone(frequency: number): Promise<void>
  /** Ends the recording when this track has played for so many seconds, or as soon afterwards as the page notices. */
  recordUntil(trackId: string | undefined, seconds: number): Promise<void>
  /**
   * Acts and waits for the resulting tone. Starts listening before the action, because the tone of a sweep
   * soon passes.
   */
  untilToneFrom(frequency: number, act: () => Promise<unknown>): Promise<void>
  untilSilent(): Promise<void>
  until(status: PlayerStatus): Promise<void>
  /** Messages on the page's console. */
  readonly consoleMessages: string[]
  recording(): Promise<Float32Array>
  /** When audio blocks arrived late. */
  starved(): Promise<string[]>
  /** When the page's timers fired late. */
  late(): Promise<string[]>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000

/**
 * @param rate sample rate of the recording; 0 disables recording
 * @param prepare runs before the page opens
 */
export async function visitSound(
  browser: Pick<Browser, 'newPage'>,
  server: SoundServer,
  rate = RATE,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<SoundVisit> {
  const page = await browser.newPage()
  ignoreUnawaitedRejections(page)
  const consoleMessages: string[] = []
  page.on('console', message => consoleMessages.push(message.text()))
  await prepare(page)
  await page.goto(`${server.address}/?rate=${rate}`)
  await page.waitForFunction(() => window.sound !== undefined)
  if (rate > 0) await page.evaluate(() => window.sound.record())
  async function untilTone(frequency: number): Promise<void> {
    await page.waitForFunction(wanted => window.sound.isTone(wanted), frequency, {
      timeout: PATIENCE_MS,
      polling: 20,
    })
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
    async recordUntil(trackId, seconds) {
      await page.waitForFunction(
        ([id, end]) => {
          const { player, stopRecording } = window.sound
          if (player.getState().track?.id !== id || player.progress.getState().position < end) return false
          stopRecording()
          return true
        },
        [trackId, seconds] as const,
        { timeout: PATIENCE_MS, polling: 20 },
      )
    },
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
    async close() {
      // A handler that is still fetching would fail with nobody listening.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.close()
    },
  }
}
