/**
 * Calls `callback` at most once in `interval` milliseconds: immediately, and again at the end of the interval if it was
 * called meanwhile. `cancel` drops the trailing call.
 */
export function throttle(callback: () => void, interval: number): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  function endInterval(): void {
    timer = undefined
    if (again) run()
  }
  function run(): void {
    again = false
    timer = setTimeout(endInterval, interval)
    callback()
  }
  const throttled = () => {
    if (timer === undefined) run()
    else again = true
  }
  return Object.assign(throttled, {
    cancel() {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  })
}
