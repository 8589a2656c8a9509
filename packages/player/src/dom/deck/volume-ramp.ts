/** A move takes so long. */
export const RAMP_MS = 150
const STEP_MS = 8
/** Of the whole way at most so much at once: more is heard as a click. */
const LARGEST_STEP = 0.1

/** Moves the volume of elements in small steps, so that no click is heard. */
export function createVolumeRamp(elements: readonly HTMLMediaElement[]): {
  /** At once where nothing sounds. Resolves when it is there, or another move has begun. */
  move(to: number): Promise<void>
} {
  let level = 1
  let end = () => {}

  function set(to: number): void {
    level = to
    for (const element of elements) element.volume = to
  }

  return {
    move(to) {
      end()
      if (to === level || elements.every(isSilent)) {
        set(to)
        return Promise.resolve()
      }
      const from = level
      let share = 0
      let last = performance.now()
      return new Promise(resolve => {
        const timer = setInterval(() => {
          const now = performance.now()
          const passed = (now - last) / RAMP_MS
          last = now
          // A busy page takes longer; where timers come late by more, as in a hidden tab, it is at its end with the first.
          share = passed < 1 ? Math.min(1, share + Math.min(passed, LARGEST_STEP)) : 1
          set(from + (to - from) * share)
          if (share === 1) end()
        }, STEP_MS)
        end = () => {
          clearInterval(timer)
          end = () => {}
          resolve()
        }
      })
    },
  }
}

/** True where nothing comes out of an element now. */
export function isSilent(element: HTMLMediaElement): boolean {
  return element.paused || element.seeking || element.readyState < element.HAVE_FUTURE_DATA
}
