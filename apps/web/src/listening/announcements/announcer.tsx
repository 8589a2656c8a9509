import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { refusals } from '../../api/refusals.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { usePlayer } from '../engine/use-player.ts'
import { announcement } from './announce.ts'
import './announced.css'

/** A first visit needs none; it is there before the first track plays, also for who goes offline then. */
const PlaybackNotice = lazy(() => loadPart(() => import('./playback-notice.tsx')))

const RefusalNotice = lazy(() => loadPart(() => import('./refusal-notice.tsx')))

const countRefusals = () => refusals.getState().count

/**
 * Live regions for screen readers: the track that starts, failures of playback, refused changes, and announcements. An open modal dialog needs its
 * own, because content behind it is inert.
 */
export function Announcer() {
  const { text, count, isShown } = useSyncExternalStore(
    announcement.subscribe,
    announcement.getState,
    announcement.getState,
  )
  const refused = useSyncExternalStore(refusals.subscribe, countRefusals, () => 0)
  // Said already, elsewhere.
  const [earlier] = useState(refused)
  const hasNotice = usePlayer(({ notice }) => notice !== null)
  return (
    <>
      <TrackAnnouncer />
      {hasNotice && (
        <Suspense>
          <PlaybackNotice />
        </Suspense>
      )}
      {refused > earlier && (
        <Suspense>
          <RefusalNotice count={refused} />
        </Suspense>
      )}
      <div role="status" aria-live="polite" data-part="announcement" className="sr-only">
        <span key={count}>{text}</span>
      </div>
      {isShown && (
        <p aria-hidden className="announced">
          {text}
        </p>
      )}
    </>
  )
}

/** Announces each track that starts. A restored track is announced once it plays. */
export function TrackAnnouncer() {
  const text = usePlayer(({ track }) => (track ? `${track.title}, ${track.artistName}` : ''))
  const begins = usePlayer(({ load, status }) => load > 0 || status === 'loading' || status === 'playing')
  const [hasBegun, setHasBegun] = useState(begins)
  if (begins && !hasBegun) setHasBegun(true)
  return (
    <div role="status" aria-live="polite" data-part="announcer" className="sr-only">
      {hasBegun ? text : ''}
    </div>
  )
}
