import { useSyncExternalStore } from 'react'

/** Font size of a browser whose listener has not chosen another one, in pixels. */
const DEFAULT = 16

let rem = 0
let probe: HTMLElement | undefined
let observer: ResizeObserver | undefined
const listeners = new Set<() => void>()

/** The page's font size in pixels: sizes in rem that code calculates with follow it, also when it changes. */
export function useRem(): number {
  return useSyncExternalStore(subscribe, readRem, () => DEFAULT)
}

function readRem(): number {
  // Read once, because reading it computes styles.
  rem ||= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT
  return rem
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!probe) startProbe()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopProbe()
  }
}

/** No event tells that the font size has changed, but an element of 1 rem changes its size. */
function startProbe(): void {
  probe = document.createElement('div')
  probe.setAttribute('aria-hidden', 'true')
  Object.assign(probe.style, { position: 'fixed', visibility: 'hidden', width: '1rem', height: '0' })
  document.body.append(probe)
  observer = new ResizeObserver(([entry]) => {
    const next = entry?.contentRect.width
    if (!next || next === rem) return
    rem = next
    for (const listener of listeners) listener()
  })
  observer.observe(probe)
}

function stopProbe(): void {
  observer?.disconnect()
  probe?.remove()
  probe = undefined
  // The size may change unnoticed until the next list.
  rem = 0
}
