import { useSyncExternalStore } from 'react'
import { announcement } from './announce.ts'
import { TrackAnnouncer } from './track-announcer.tsx'

/**
 * Tells screen readers which track begins and what was done. A dialog that is open needs one of its own: of
 * what lies behind it nothing is heard.
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
      <div role="status" aria-live="polite" data-part="acts" className="sr-only">
        <span key={count}>{text}</span>
      </div>
    </>
  )
}
