/** The volume moves in steps, so far apart in milliseconds; channels make them smooth. */
const STEP_MS = 30
/** The sound is back within so many milliseconds. */
const BACK_MS = 400

/** The volume of everything, which can die away and come back. */
export interface FadingVolume {
  /** 0 to 1; a fade goes on. */
  setVolume(volume: number): void
  /** Silent within so many seconds, and until it comes back. */
  fadeOut(seconds: number): void
  fadeBack(): void
  destroy(): void
}

/**
 * Moves the listener's volume and not a level of Web Audio: most visits have none, and what is heard must fade
 * also where the way of the sound changes meanwhile.
 * @param apply takes how loud everything is to be, 0 to 1
 */
export function createFadingVolume(apply: (volume: number) => void): FadingVolume {
  let volume = 1
  /** 1: as loud as the volume; 0: silent. */
  let share = 1
  let timer: ReturnType<typeof setInterval> | undefined

  // Squared, it is heard to grow weaker evenly.
  const tell = () => apply(volume * share ** 2)

  function move(to: number, milliseconds: number): void {
    clearInterval(timer)
    const from = share
    const began = performance.now()
    timer = setInterval(() => {
      // Where timers come late, as in a hidden tab, it is at its end with the first.
      const done = Math.min(1, (performance.now() - began) / milliseconds)
      if (done === 1) clearInterval(timer)
      share = from + (to - from) * done
      tell()
    }, STEP_MS)
  }

  return {
    setVolume(wanted) {
      volume = wanted
      tell()
    },
    fadeOut: seconds => move(0, seconds * 1000),
    fadeBack: () => move(1, BACK_MS),
    destroy: () => clearInterval(timer),
  }
}
