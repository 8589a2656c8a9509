import type { Track } from '@refrain/contract/catalogue/tracks'
import { trackButtonAction } from '@refrain/player/button-actions'
import { pressTrack } from '../engine/play.ts'
import { prefetchTrack } from '../engine/prefetch.ts'
import { usePlayer } from '../engine/use-player.ts'
import { ACCENT_BUTTON, PlayButton } from './play-button.tsx'

/** Plays or pauses a track, on its own page. */
export function PlayTrackButton({ track }: { readonly track: Track }) {
  const action = usePlayer(state => trackButtonAction(state, track.id))
  const loading = usePlayer(state => state.status === 'loading')
  return (
    <PlayButton
      action={action === 'pause' ? 'pause' : 'play'}
      loading={action === 'pause' && loading}
      disabled={!track.available}
      onPress={() => pressTrack(track)}
      onNear={() => prefetchTrack(track)}
      className={`${ACCENT_BUTTON} size-14`}
      size="size-6"
    />
  )
}
