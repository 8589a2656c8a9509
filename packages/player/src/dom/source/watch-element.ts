export interface ElementHandlers {
  /** While false, only errors are reported. */
  isActive(): boolean
  onPlaying?(): void
  /** The position or the amount of playable data has changed. */
  onProgress(): void
  onWaiting(): void
  /** Paused by anyone, and not playing again already. */
  onPaused(): void
  onEnded(): void
  onError(error: MediaError | null): void
}

const PROGRESS_EVENTS = ['timeupdate', 'durationchange', 'playing', 'seeked', 'canplay', 'canplaythrough']

/** Handles the events of a media element until the signal aborts. */
export function watchElement(
  element: HTMLMediaElement,
  signal: AbortSignal,
  handlers: ElementHandlers,
): void {
  const on = (type: string, handle: () => void) =>
    element.addEventListener(type, () => handlers.isActive() && handle(), { signal })
  on('playing', () => handlers.onPlaying?.())
  for (const type of PROGRESS_EVENTS) on(type, handlers.onProgress)
  on('waiting', () => {
    handlers.onWaiting()
    handlers.onProgress()
  })
  on('pause', () => {
    // Elements pause themselves just before they end, and `pause` may come after a new `play`.
    if (element.paused && !element.ended) handlers.onPaused()
  })
  on('ended', handlers.onEnded)
  element.addEventListener('error', () => handlers.onError(element.error), { signal })
}
