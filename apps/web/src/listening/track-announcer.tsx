import { usePlayer } from './use-player.ts'

/** Tells screen readers which track begins, without interrupting them. */
export function TrackAnnouncer() {
  const text = usePlayer(({ track }) => (track ? `${track.title}, ${track.artistName}` : ''))
  return (
    <div role="status" aria-live="polite" data-part="announcer" className="sr-only">
      {text}
    </div>
  )
}
