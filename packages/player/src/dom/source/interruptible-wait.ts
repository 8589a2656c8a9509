/** Waits that can be cut short. */
export function createInterruptibleWait(): { rest(milliseconds: number): Promise<void>; wake(): void } {
  let end = () => {}
  return {
    rest: milliseconds =>
      new Promise(resolve => {
        const timer = setTimeout(resolve, milliseconds)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => end(),
  }
}
