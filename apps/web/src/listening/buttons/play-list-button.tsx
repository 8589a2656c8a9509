import { listButtonAction } from '@refrain/player/button-actions'
import { pressList } from '../engine/play.ts'
import type { TrackListing } from '../engine/player-track.ts'
import { prefetchList } from '../engine/prefetch.ts'
import { usePlayer } from '../engine/use-player.ts'
import { ACCENT_BUTTON, PlayButton } from './play-button.tsx'

interface Props {
  readonly listing: TrackListing
  /** Its size. */
  readonly className?: string
}

/** Plays or pauses a list other than an album; does nothing if no track is available. */
export function PlayListButton({ listing, className = 'size-14' }: Props) {
  const action = usePlayer(state => listButtonAction(state, listing.id))
  const loading = usePlayer(state => state.status === 'loading')
  return (
    <PlayButton
      action={action === 'pause' ? 'pause' : 'play'}
      loading={action === 'pause' && loading}
      disabled={!listing.tracks.some(track => track.available)}
      onPress={() => pressList(listing)}
      onNear={() => prefetchList(listing.tracks)}
      className={`${ACCENT_BUTTON} ${className}`}
      size="size-6"
    />
  )
}
