import type { PlaybackSettings } from '@refrain/player/state/playback-settings'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { expect } from 'vitest'
import { type Join, silencesAmid } from '../../sound/compare.ts'
import { longFrequencyAt } from '../../sound/signal.ts'
import { levelOf } from '../../sound/tone.ts'
import type { SoundCard } from '../browsers/sound-card.ts'
import { until } from '../until.ts'
import type { EngineWindow } from './engine-window.ts'

const MAX_ATTEMPTS = 8
/** So far beyond the target of a seek playback may be when it is looked at, however busy the machine. */
const MAX_BEYOND_SECONDS = 22

/** The page that contains only the player, driven in a window and heard at the sound card. */
export function drivePlayer(page: EngineWindow, card: SoundCard) {
  const state = () =>
    page.evaluate(() => {
      const { player } = window.sound
      const { status, track } = player.getState()
      return { status, id: track?.id, position: player.progress.getState().position }
    })
  return {
    state,
    async open(): Promise<void> {
      await page.open('/?rate=0')
      await until(() => page.evaluate(() => window.sound !== undefined)).toBe(true)
    },
    set: (settings: Partial<PlaybackSettings>) =>
      page.evaluate(fields => window.sound.player.setSettings(fields), settings),
    play: (tracks: readonly PlayerTrack[]) =>
      page.evaluate(
        each => window.sound.player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks: each }),
        [...tracks],
      ),
    pause: () => page.evaluate(() => window.sound.player.pause()),
    resume: () => page.evaluate(() => window.sound.player.resume()),
    seek: (seconds: number) => page.evaluate(to => window.sound.player.seekTo(to), seconds),
    untilTone: (frequency: number) => until(() => card.isTone(frequency), `${frequency} Hz`).toBe(true),
    /** Waits for a second of silence; a shorter one may be a gap from a busy machine. */
    untilSilent: () =>
      until(() => levelOf(card.recorded().subarray(-card.rate)), 'level of the last second').toBeLessThan(
        0.001,
      ),
    /** Waits until a track has played for this many seconds. */
    untilPlayed: (track: PlayerTrack | undefined, seconds: number) =>
      until(async () => {
        const { id, position } = await state()
        return id === track?.id && position > seconds
      }, `${track?.title} plays beyond ${seconds} s`).toBe(true),
    /** Waits until the long track plays from a position and its audio matches the position in the player. */
    untilPlaysFrom: (seconds: number) =>
      until(async () => {
        const { status, position } = await state()
        const isBeyond = position > seconds && position < seconds + MAX_BEYOND_SECONDS
        return status === 'playing' && isBeyond && card.isTone(longFrequencyAt(position))
      }, `plays on from ${seconds} s`).toBe(true),
  }
}
export type DrivenPlayer = ReturnType<typeof drivePlayer>

/** Plays, pauses and records, again while the machine is too busy, until all joins are as they should be. */
export async function untilJoined(
  player: DrivenPlayer,
  card: SoundCard,
  play: () => Promise<unknown>,
  compare: (recording: Float32Array) => Join[],
  maxGap: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    card.record()
    await play()
    await player.pause()
    await player.untilSilent()
    const recording = card.recorded()
    const joins = compare(recording)
    if (joins.every(({ gap }) => Math.abs(gap) <= maxGap)) return
    // A busy machine causes gaps anywhere; a gap of the player's own recurs.
    const holes = silencesAmid(recording, [])
    if (holes.length === 0 || attempt === MAX_ATTEMPTS) expect(joins, holes.join('; ')).toEqual([])
    console.warn(
      `Recorded again, for the machine may have been too busy: ${holes.join('; ')} ${JSON.stringify(joins)}`,
    )
  }
}
