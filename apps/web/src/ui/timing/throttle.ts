/**
 * Lets `act` run at most once in `wait` milliseconds: at once, and once more at the end of the time where
 * it was called meanwhile. `cancel` drops what is still to come.
 */
export function throttle(act: () => void, wait: number): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  function ended(): void {
    timer = undefined
    if (again) run()
  }
  function run(): void {
    again = false
    timer = setTimeout(ended, wait)
    act()
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
