/** An element of Safari, which can send its file to AirPlay receivers. TypeScript's DOM library has no types for this. */
interface AirPlayElement extends HTMLMediaElement {
  webkitShowPlaybackTargetPicker?(): void
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean
}

const AVAILABILITY = 'webkitplaybacktargetavailabilitychanged'

/** Shows the system's list of receivers. Only in a user gesture, and for a file: receivers cannot play a MediaSource. */
export function showReceivers(element: HTMLMediaElement): void {
  ;(element as AirPlayElement).webkitShowPlaybackTargetPicker?.()
}

/** Whether a receiver plays the element's file. */
export function isOnReceiver(element: HTMLMediaElement): boolean {
  return (element as AirPlayElement).webkitCurrentPlaybackTargetIsWireless === true
}

/** Tells whether there are receivers, now and whenever that changes, until the signal aborts. Nothing in other browsers. */
export function watchReceivers(onChange: (areThere: boolean) => void, signal: AbortSignal): void {
  if (!('webkitShowPlaybackTargetPicker' in HTMLMediaElement.prototype)) return
  new Audio().addEventListener(
    AVAILABILITY,
    event => onChange((event as Event & { availability?: string }).availability === 'available'),
    { signal },
  )
}
