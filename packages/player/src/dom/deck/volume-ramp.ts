/** Duration of a ramp over the full range. */
const RAMP_MS = 150
const STEP_MS = 8
/** Larger steps, as a share of the way, are audible as clicks. */
const MAX_STEP = 0.1

/** Changes the volume of an element in steps that are too small to be heard. */
export class VolumeRamp {
  readonly #element: HTMLMediaElement
  #volume = 1
  #end = () => {}

  constructor(element: HTMLMediaElement) {
    this.#element = element
  }

  /** Changes the volume at once if nothing plays. Resolves when it is reached or another ramp has begun. */
  moveTo(volume: number): Promise<void> {
    this.#end()
    if (volume === this.#volume || isSilent(this.#element)) {
      this.#set(volume)
      return Promise.resolve()
    }
    return new Promise(resolve => this.#run(volume, resolve))
  }

  #set(volume: number): void {
    this.#volume = volume
    this.#element.volume = volume
    // Not in general: browsers take a muted element for one that does not play, and hide their media controls.
    this.#element.muted = volume === 0 && this.#element.volume !== 0
  }

  #run(volume: number, onEnd: () => void): void {
    const from = this.#volume
    let progress = 0
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const elapsed = (now - last) / RAMP_MS
      last = now
      // A busy page takes longer. If timers are throttled, as in a hidden tab, the first one ends the ramp.
      progress = elapsed < 1 ? Math.min(1, progress + Math.min(elapsed, MAX_STEP)) : 1
      this.#set(from + (volume - from) * progress)
      if (progress === 1) this.#end()
    }, STEP_MS)
    this.#end = () => {
      clearInterval(timer)
      this.#end = () => {}
      onEnd()
    }
  }
}

/** Whether the element produces no audio now. */
export function isSilent(element: HTMLMediaElement): boolean {
  return element.paused || element.seeking || element.readyState < element.HAVE_FUTURE_DATA
}
