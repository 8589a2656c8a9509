import type { OutputEvents } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { isOffline, onOnline } from './source/network.ts'
import type { TrackOutput } from './track-output.ts'

/** The following track is loaded in full only when the current one has this many seconds left. */
const LOAD_AHEAD = 30
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

interface Slot {
  readonly element: HTMLAudioElement
  track: PlayerTrack | null
}

/**
 * Plays each track's own file with two <audio> elements that take turns: the second holds the track that
 * follows and starts when the first ends. The way that works everywhere; a few milliseconds are lost at
 * each join.
 */
export function createTwoElementOutput(createElement: () => HTMLAudioElement): TrackOutput {
  let events: OutputEvents
  let current: Slot = { element: createElement(), track: null }
  let spare: Slot = { element: createElement(), track: null }
  const ended = new AbortController()
  /** Attempts in a row to have the rest of a track whose transfer broke off. */
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Where a track whose transfer broke off is to go on; undefined once it sounds. */
  let goOnAt: number | undefined

  function forgetRetry(): void {
    clearTimeout(retry)
    attempts = 0
    goOnAt = undefined
  }

  function load(slot: Slot, track: PlayerTrack | null, preload: 'auto' | 'metadata'): void {
    slot.element.preload = preload
    if (slot.track === track && !slot.element.error) return
    slot.track = track
    if (track) slot.element.src = track.audioSrc
    else slot.element.removeAttribute('src')
    // Without this an element whose source was taken away keeps its connection.
    slot.element.load()
  }

  /** Lets the current element sound. A newer act cancels: its refusal is then nobody's business. */
  function play(): void {
    const { element, track } = current
    element.play().catch((error: DOMException) => {
      // What is wrong with the source is told by the element itself.
      const isOfSource = error.name === 'AbortError' || error.name === 'NotSupportedError'
      if (!isOfSource && current.track === track && track) events.onFailed(error)
    })
  }

  function swap(): void {
    const before = current
    current = spare
    spare = before
    before.element.pause()
  }

  function tellPosition(): void {
    const { element, track } = current
    if (!track) return
    const length = Number.isFinite(element.duration) ? element.duration : track.durationSeconds
    events.onPosition(element.currentTime, length)
    if (spare.track && length - element.currentTime < LOAD_AHEAD) spare.element.preload = 'auto'
  }

  /** Lets what follows begin. */
  function advance(next: PlayerTrack): void {
    if (document.hidden) {
      // Behind a locked screen a phone lets only the element play on that has been playing.
      load(spare, null, 'metadata')
      load(current, next, 'auto')
    } else {
      swap()
      load(spare, null, 'metadata')
    }
    play()
    events.onAdvanced(next)
  }

  /** Asks again for what broke off in the middle of a track, at the place where it was or was moved to since. */
  function tryAgain(slot: Slot): void {
    const { track, element } = slot
    goOnAt ??= element.currentTime
    events.onWaiting()
    clearTimeout(retry)
    retry = setTimeout(again, Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** attempts++))
    function again() {
      if (slot !== current || slot.track !== track || !track) return
      const { paused } = element
      element.src = track.audioSrc
      element.currentTime = goOnAt ?? 0
      if (!paused) play()
    }
  }

  function notice(slot: Slot): void {
    const { track, element } = slot
    if (!track) return
    const isOfNetwork = element.error?.code === MediaError.MEDIA_ERR_NETWORK || isOffline()
    if (slot === current && isOfNetwork) {
      tryAgain(slot)
      return
    }
    slot.track = null
    if (slot === current) events.onFailed(element.error)
    // Without a network nothing is known about the track.
    else if (!isOfNetwork) events.onUnplayable(track)
  }

  function listen(slot: Slot): void {
    const { signal } = ended
    const on = (type: string, act: () => void) =>
      slot.element.addEventListener(type, () => slot === current && slot.track && act(), { signal })
    on('playing', () => {
      forgetRetry()
      events.onSounding()
    })
    on('waiting', () => events.onWaiting())
    on('timeupdate', tellPosition)
    on('durationchange', tellPosition)
    on('pause', () => {
      // An element pauses itself just before it ends; and the event of a pause may come after a play.
      if (slot.element.paused && !slot.element.ended) events.onPaused()
    })
    on('ended', () => (spare.track ? advance(spare.track) : events.onEnded()))
    slot.element.addEventListener('error', () => notice(slot), { signal })
  }

  return {
    attach(listener) {
      events = listener
      listen(current)
      listen(spare)
      onOnline(ended.signal, () => {
        attempts = 0
        if (current.track && current.element.error) tryAgain(current)
      })
    },
    start(track, position) {
      forgetRetry()
      if (spare.track?.id === track.id && current.track?.id !== track.id) swap()
      load(current, track, 'auto')
      current.element.currentTime = position
      play()
    },
    resume: play,
    pause() {
      current.element.pause()
      tellPosition()
    },
    seek(seconds) {
      if (goOnAt !== undefined) goOnAt = seconds
      current.element.currentTime = seconds
    },
    setNext: track => load(spare, track, 'metadata'),
    stop() {
      forgetRetry()
      for (const slot of [current, spare]) {
        slot.element.pause()
        load(slot, null, 'metadata')
      }
    },
    destroy() {
      this.stop()
      ended.abort()
    },
  }
}
