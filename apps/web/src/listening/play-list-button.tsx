import { listButtonAction } from '@refrain/player/button-actions'
import { pressList } from './play.ts'
import { ACCENT_BUTTON, PlayButton } from './play-button.tsx'
import type { TrackListing } from './player-track.ts'
import { usePlayer } from './use-player.ts'
import { warmList } from './warm.ts'

/** Plays or pauses a list that is no album; does nothing where none of it can be played. */
export function PlayListButton({ listing }: { readonly listing: TrackListing }) {
  const act = usePlayer(state => listButtonAction(state, listing.id))
  const loading = usePlayer(state => state.status === 'loading')
  return (
    <PlayButton
      act={act === 'pause' ? 'pause' : 'play'}
      loading={act === 'pause' && loading}
      disabled={!listing.tracks.some(track => track.available)}
      onPress={() => pressList(listing)}
      onNear={() => warmList(listing.tracks)}
      className={`${ACCENT_BUTTON} size-14`}
      size="size-6"
    />
  )
}
