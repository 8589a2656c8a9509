export interface ElementEvents {
  /** False while the element has nothing to do: then nothing but an error is told. */
  isAtWork(): boolean
  /** Time went on, or there is more or less to play than before. */
  onChange(): void
  onWaiting(): void
  /** It was paused, by whomever, and still is. */
  onPaused(): void
  onEnded(): void
  onError(error: MediaError | null): void
}

const CHANGES = ['timeupdate', 'playing', 'seeked', 'canplay', 'canplaythrough']

/** Tells what happens to an element, until the signal aborts. */
export function watchElement(element: HTMLMediaElement, signal: AbortSignal, events: ElementEvents): void {
  const on = (type: string, act: () => void) =>
    element.addEventListener(type, () => events.isAtWork() && act(), { signal })
  for (const type of CHANGES) on(type, events.onChange)
  on('waiting', () => {
    events.onWaiting()
    events.onChange()
  })
  on('pause', () => {
    // An element pauses itself just before it ends; and the event of a pause may come after a play.
    if (element.paused && !element.ended) events.onPaused()
  })
  on('ended', events.onEnded)
  element.addEventListener('error', () => events.onError(element.error), { signal })
}
