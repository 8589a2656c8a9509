import { useState } from 'react'
import { usePlayer } from '../engine/use-player.ts'

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
