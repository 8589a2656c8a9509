import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { SoundCard } from '../browsers/sound-card.ts'
import { catalogueOf } from '../data/catalogue.ts'
import { writeMusic } from '../data/music.ts'
import { startService } from '../servers/service.ts'
import { until } from '../until.ts'
import { fill, press, textOf } from './controls.ts'
import type { EngineWindow } from './engine-window.ts'

export const MAIN = 'main'
const PLAYER = '[aria-label=Player]'
const PASSWORD = 'correct horse battery'
/** Each track is one tone, so that what is heard tells which one plays. */
const TRACKS = [
  { title: 'First Tone', frequency: 440, seconds: 60 },
  { title: 'Second Tone', frequency: 660, seconds: 60 },
  { title: 'Third Tone', frequency: 880, seconds: 60 },
]

/** A service with one album of pure tones. */
export interface ToneService {
  readonly address: string
  readonly albumPath: string
  /** Stops the service; its pages may still be open. */
  stop(): Promise<void>
  /** Deletes its files. */
  remove(): void
}

export async function startToneService(): Promise<ToneService> {
  const music = await writeMusic([
    { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks: TRACKS },
  ])
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  const service = await startService({ music: [music], dataDir })
  await service.waitForOutput(/3 added/)
  const album = await catalogueOf(service.address).album('Pure Tones')
  return {
    address: service.address,
    albumPath: `/albums/${album._id}`,
    stop: () => service.stop(),
    remove() {
      for (const folder of [music, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for a pure tone. */
const untilSounds = (card: SoundCard, frequency: number) =>
  until(() => card.isTone(frequency), `${frequency} Hz`).toBe(true)

/** Elapsed seconds shown by the player; NaN while it shows none. */
async function elapsed(window: EngineWindow): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d) \//.exec(await textOf(window, PLAYER)) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** Plays the album from Home on a press, seeks, skips, plays from the queue and pauses. */
export async function playAlbumAndQueue(
  window: EngineWindow,
  card: SoundCard,
  { albumPath }: ToneService,
): Promise<void> {
  await window.open('/')
  await press(window, 'link', 'Pure Tones', { within: MAIN })
  await until(window.path).toBe(albumPath)
  await press(window, 'button', 'Play', { within: MAIN })
  await untilSounds(card, 440)
  await until(() => elapsed(window)).toBeGreaterThan(0)

  await press(window, 'slider', 'Progress', { within: PLAYER, at: 0.5 })
  await until(() => elapsed(window)).toBeGreaterThan(31)
  await untilSounds(card, 440)

  await press(window, 'button', 'Next', { within: PLAYER })
  await untilSounds(card, 660)
  expect(await textOf(window, PLAYER)).toContain('Second Tone')

  await press(window, 'button', 'More options', { within: MAIN, row: 'Third Tone' })
  await press(window, 'menuitem', 'Add to queue')
  await press(window, 'button', 'Open queue')
  await press(window, 'button', 'Your Tracks', { within: '#queue' })
  await press(window, 'button', 'Play', { within: '#queue', row: 'Third Tone' })
  await untilSounds(card, 880)
  await press(window, 'button', 'Pause', { within: PLAYER })
  await until(card.level).toBeLessThan(0.001)
}

export async function signUp(window: EngineWindow, email: string): Promise<void> {
  await window.open('/signup')
  await fill(window, 'textbox', 'Name', 'Ada')
  await fill(window, 'textbox', 'Email', email)
  await fill(window, 'textbox', 'Password', PASSWORD)
  await window.pressEnter()
  await until(window.path).toBe('/')
}

export async function signIn(window: EngineWindow, email: string): Promise<void> {
  await window.open('/login')
  await fill(window, 'textbox', 'Email', email)
  await fill(window, 'textbox', 'Password', PASSWORD)
  await window.pressEnter()
  await until(window.path).toBe('/')
}

/** Makes a playlist of one track, found by searching, and plays it. */
export async function makePlaylist(window: EngineWindow, card: SoundCard): Promise<void> {
  await window.open('/me/library')
  await press(window, 'button', 'Create Playlist', { within: MAIN })
  // Its page opens to name it; Enter keeps the name.
  await until(() => window.evaluate(() => document.activeElement?.matches('dialog [name="title"]'))).toBe(
    true,
  )
  await window.pressEnter()
  await until(() => window.evaluate(() => document.querySelector('dialog[open]') === null)).toBe(true)
  await fill(window, 'searchbox', 'Find Something to add to your playlist', 'second')
  // The first letters also match the first tone, listed above the second.
  const found = () => textOf(window, 'main [role="grid"][aria-label="Found tracks"]')
  await until(async () => /^(?!.*(First|Third)).*Second Tone/s.test(await found())).toBe(true)
  await press(window, 'button', 'Add', { within: MAIN, row: 'Second Tone' })
  await until(() => textOf(window, 'main .track-title')).toContain('Second Tone')
  await press(window, 'button', 'Play', { within: MAIN })
  await untilSounds(card, 660)
}
