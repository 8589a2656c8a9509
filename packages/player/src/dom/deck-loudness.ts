import type { OutputSettings } from '../output/output.ts'
import { areContinuous } from '../queue/continuity.ts'
import { loudnessFactor } from '../sequencer/loudness.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { Channel } from './deck/gain.ts'
import { RAMP_MS } from './deck/volume-ramp.ts'

/** So long before its end a track's last moment is aimed at. */
const AIM_MS = 1_000
/** The way of the sound has changed by so much before the next track begins. */
const SPARE_MS = 150

export interface DeckLoudnessParts {
  readonly channel: Pick<Channel, 'setFactor' | 'amplify' | 'amplifyIfSilent'>
  /** What is known of a track's loudness. */
  readonly findGain: (track: PlayerTrack) => Promise<Parameters<typeof loudnessFactor>[0]>
}

/**
 * Makes each track of a deck as loud as the settings want it. What has to be made louder needs another way for
 * its sound, whose change is a short silence: it is looked for before the track begins, and where
 * tracks run into each other it waits for a pause, a jump or a stall.
 */
export interface DeckLoudness {
  setSound(sound: Pick<OutputSettings, 'gain' | 'rate'>): void
  /** A track begins anew. */
  start(track: PlayerTrack): void
  /** A track took over from the one before. */
  advance(track: PlayerTrack): void
  /** Names the track that follows. */
  follow(track: PlayerTrack | null): void
  /** The current track sounds: the network is free for what follows. */
  onSounding(): void
  onPosition(position: number, duration: number): void
  /** Nothing may sound just now. */
  onSilence(): void
  stop(): void
}

export function createDeckLoudness({ channel, findGain }: DeckLoudnessParts): DeckLoudness {
  let mode: OutputSettings['gain'] = 'off'
  let rate = 1
  let current: PlayerTrack | null = null
  let following: PlayerTrack | null = null
  let isSounding = false
  /** The following track whose loudness was asked for. */
  let asked: PlayerTrack | undefined
  /** The current track or the one that follows is to be made louder. */
  let isLouder = false
  let swap: ReturnType<typeof setTimeout> | undefined

  /** A track whose loudness cannot be told sounds as it is. */
  const findFactor = (track: PlayerTrack) =>
    findGain(track).then(
      gain => loudnessFactor(gain, mode),
      () => 1,
    )

  function level(mayDip: boolean): void {
    const track = current
    if (!track || mode === 'off') {
      channel.setFactor(1)
      return
    }
    void findFactor(track).then(factor => {
      if (current !== track) return
      if (factor > 1) {
        isLouder = true
        if (mayDip) channel.amplify()
        else channel.amplifyIfSilent()
      }
      channel.setFactor(factor)
    })
  }

  function lookAhead(): void {
    const track = following
    if (!track || mode === 'off' || !isSounding || asked === track) return
    asked = track
    void findFactor(track).then(factor => {
      if (following !== track || factor <= 1) return
      isLouder = true
      channel.amplifyIfSilent()
    })
  }

  function begin(track: PlayerTrack | null): void {
    clearTimeout(swap)
    current = track
    following = null
    asked = undefined
    isLouder = false
  }

  return {
    setSound(sound) {
      rate = sound.rate
      if (sound.gain === mode) return
      mode = sound.gain
      asked = undefined
      isLouder = false
      level(true)
      lookAhead()
    },
    start(track) {
      begin(track)
      isSounding = false
      level(true)
    },
    advance(track) {
      const mayDip = !current || !areContinuous(current, track)
      begin(track)
      level(mayDip)
    },
    follow(track) {
      clearTimeout(swap)
      following = track
      lookAhead()
    },
    onSounding() {
      isSounding = true
      lookAhead()
    },
    onPosition(position, duration) {
      clearTimeout(swap)
      if (!isLouder || !current || !following || areContinuous(current, following)) return
      const left = ((duration - position) / rate) * 1000
      if (left < AIM_MS) swap = setTimeout(channel.amplify, Math.max(0, left - RAMP_MS - SPARE_MS))
    },
    onSilence() {
      clearTimeout(swap)
      if (isLouder) channel.amplifyIfSilent()
    },
    stop() {
      begin(null)
      isSounding = false
    },
  }
}
