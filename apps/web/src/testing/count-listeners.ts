import { onTestFinished, vi } from 'vitest'

interface Entry {
  readonly type: string
  readonly listener: unknown
  readonly isCapture: boolean
}

/**
 * Counts listeners of the window and the document from now on: these outlive every page.
 * @returns the number of those that were added and not removed
 */
export function countListeners(): () => number {
  const counts = [window, document, document.body].map(watch)
  return () => counts.reduce((sum, count) => sum + count(), 0)
}

function watch(target: EventTarget): () => number {
  let entries: Entry[] = []
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  const spies = [
    vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
      add(type, listener, options)
      const { capture, once, signal } = asOptions(options)
      const entry = { type, listener, isCapture: capture === true }
      if (signal?.aborted || entries.some(other => isSame(entry, other))) return
      entries.push(entry)
      const forget = () => {
        entries = entries.filter(other => other !== entry)
      }
      signal?.addEventListener('abort', forget, { once: true })
      if (once) add(type, forget, { once, capture: entry.isCapture })
    }),
    vi.spyOn(target, 'removeEventListener').mockImplementation((type, listener, options) => {
      remove(type, listener, options)
      const removed = { type, listener, isCapture: asOptions(options).capture === true }
      entries = entries.filter(other => !isSame(removed, other))
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return () => entries.length
}

const asOptions = (options: AddEventListenerOptions | boolean | undefined): AddEventListenerOptions =>
  typeof options === 'object' ? options : { capture: options === true }

const isSame = (one: Entry, other: Entry) =>
  one.type === other.type && one.listener === other.listener && one.isCapture === other.isCapture
