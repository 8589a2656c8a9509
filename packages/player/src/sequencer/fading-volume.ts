import type { OutputVolume } from '../output/output.ts'

/** Milliseconds between two steps of a fade; the decks smooth them. */
const STEP_MS = 30
const FADE_IN_MS = 400

/**
 * The listener's volume with a fade on top. It fades the volume and not a Web Audio gain: most visits have no Web
 * Audio, and the routing may change during the fade.
 * @param apply sets the resulting volume, 0 to 1
 */
export function createFadingVolume(apply: (volume: number) => void): OutputVolume & { destroy(): void } {
  let volume = 1
  /** 1: full volume; 0: silent. */
  let level = 1
  let timer: ReturnType<typeof setInterval> | undefined

  // Squared, so that the loudness falls evenly to the ear.
  const update = () => apply(volume * level ** 2)

  function fade(to: number, milliseconds: number): void {
    clearInterval(timer)
    const from = level
    const start = performance.now()
    timer = setInterval(() => {
      // If timers are throttled, as in a hidden tab, the first one ends the fade.
      const progress = Math.min(1, (performance.now() - start) / milliseconds)
      if (progress === 1) clearInterval(timer)
      level = from + (to - from) * progress
      update()
    }, STEP_MS)
  }

  return {
    set(wanted) {
      volume = wanted
      update()
    },
    fadeOut: seconds => fade(0, seconds * 1000),
    fadeIn: () => fade(1, FADE_IN_MS),
    destroy: () => clearInterval(timer),
  }
}
