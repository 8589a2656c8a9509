import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../engine/use-player.ts'
import { announcement } from './announce.ts'
import { PlaybackNotice } from './playback-notice.tsx'

/** Milliseconds a line is shown. */
export const LINE_MS = 2_500

/**
 * Live regions for screen readers: the track that starts, failures of playback, and announcements. An open modal dialog needs its
 * own, because content behind it is inert.
 */
export function Announcer() {
  const { text, count, isShown } = useSyncExternalStore(
    announcement.subscribe,
    announcement.getState,
    announcement.getState,
  )
  return (
    <>
      <TrackAnnouncer />
      <PlaybackNotice />
      <div role="status" aria-live="polite" data-part="announcement" className="sr-only">
        <span key={count}>{text}</span>
      </div>
      {isShown && <Line key={count} text={text} />}
    </>
  )
}

/** What has just been announced, above the player. */
function Line({ text }: { readonly text: string }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LINE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isOver) return null
  return (
    <p
      aria-hidden
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--frame-bottom)+0.75rem)] z-40 mx-auto w-fit rounded-panel border border-line bg-overlay px-4 py-2 text-sm font-medium shadow-float transition-opacity starting:opacity-0"
    >
      {text}
    </p>
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
