const INPUTS = ['pointermove', 'touchstart', 'keydown']

let isOver = false
const callbacks = new Set<() => void>()
let listening: AbortController | undefined

/**
 * Calls back at the listener's first pointer movement, touch or key of this visit, at once if it is over.
 * @returns cancels the callback
 */
export function onFirstInput(callback: () => void): () => void {
  if (isOver) {
    callback()
    return () => {}
  }
  // Not when the module is loaded: the server renders Home with it.
  if (!listening) {
    listening = new AbortController()
    for (const input of INPUTS) {
      addEventListener(input, onInput, { signal: listening.signal, passive: true })
    }
  }
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}

function onInput(): void {
  listening?.abort()
  isOver = true
  for (const callback of callbacks) callback()
  callbacks.clear()
}
