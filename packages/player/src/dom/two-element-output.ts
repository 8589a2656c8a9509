import type { AudioOutput, OutputEvents } from '../output.ts'
import type { PlayerTrack } from '../state.ts'

/** The following track is loaded in full only when the current one has this many seconds left. */
const LOAD_AHEAD = 30

interface Slot {
  readonly element: HTMLAudioElement
  track: PlayerTrack | null
}

/**
 * Plays each track's own file with two <audio> elements that take turns: the second holds the track that
 * follows and starts when the first ends. The way that works everywhere; a few milliseconds are lost at
 * each join.
 */
export function createTwoElementOutput(createElement = () => new Audio()): AudioOutput {
  let events: OutputEvents
  let current: Slot = { element: createElement(), track: null }
  let spare: Slot = { element: createElement(), track: null }
  const ended = new AbortController()

  function load(slot: Slot, track: PlayerTrack | null, preload: 'auto' | 'metadata'): void {
    slot.element.preload = preload
    if (slot.track === track) return
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
      if (error.name !== 'AbortError' && current.track === track && track) events.onFailed(error)
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

  function listen(slot: Slot): void {
    const on = (type: string, act: () => void) =>
      slot.element.addEventListener(type, () => slot === current && slot.track && act(), {
        signal: ended.signal,
      })
    on('playing', () => events.onSounding())
    on('waiting', () => events.onWaiting())
    on('timeupdate', tellPosition)
    on('durationchange', tellPosition)
    on('pause', () => {
      // An element pauses itself just before it ends; and the event of a pause may come after a play.
      if (slot.element.paused && !slot.element.ended) events.onPaused()
    })
    on('ended', () => {
      const next = spare.track
      if (!next) return events.onEnded()
      swap()
      play()
      load(spare, null, 'metadata')
      events.onAdvanced(next)
    })
    slot.element.addEventListener(
      'error',
      () => {
        const { track, element } = slot
        if (!track) return
        slot.track = null
        if (slot === current) events.onFailed(element.error)
        // Without a network nothing is known about the track.
        else if (navigator.onLine) events.onUnplayable(track)
      },
      { signal: ended.signal },
    )
  }

  return {
    attach(listener) {
      events = listener
      listen(current)
      listen(spare)
    },
    start(track, position) {
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
      current.element.currentTime = seconds
    },
    setVolume(volume) {
      for (const slot of [current, spare]) slot.element.volume = volume
    },
    setSound() {},
    warm() {},
    prepareNext: track => load(spare, track, 'metadata'),
    stop() {
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
