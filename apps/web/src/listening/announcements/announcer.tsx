import { useSyncExternalStore } from 'react'
import { announcement } from './announce.ts'
import { TrackAnnouncer } from './track-announcer.tsx'

/**
 * Live regions for screen readers: the track that starts, and announcements. An open modal dialog needs its
 * own, because content behind it is inert.
 */
export function Announcer() {
  const { text, count } = useSyncExternalStore(
    announcement.subscribe,
    announcement.getState,
    announcement.getState,
  )
  return (
    <>
      <TrackAnnouncer />
      <div role="status" aria-live="polite" data-part="announcement" className="sr-only">
        <span key={count}>{text}</span>
      </div>
    </>
  )
}
