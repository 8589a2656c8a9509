import type { Album } from '@refrain/contract/catalogue/albums'
import { albumButtonAction } from '@refrain/player/button-actions'
import { queryClient } from '../../api/query-client.ts'
import { albumTracksQuery } from '../../catalogue/catalogue-queries.ts'
import { pressAlbum } from '../engine/play.ts'
import { prefetchList } from '../engine/prefetch.ts'
import { usePlayer } from '../engine/use-player.ts'
import { ACCENT_BUTTON, PlayButton } from './play-button.tsx'

export function PlayAlbumButton({ album }: { readonly album: Pick<Album, 'id' | 'title'> }) {
  const action = usePlayer(state => albumButtonAction(state, album.id))
  const loading = usePlayer(state => state.status === 'loading')
  return (
    <PlayButton
      action={action === 'pause' ? 'pause' : 'play'}
      loading={action === 'pause' && loading}
      onPress={() => pressAlbum(album)}
      onNear={() => prefetchList(queryClient.getQueryData(albumTracksQuery(album.id).queryKey))}
      className={`${ACCENT_BUTTON} size-14`}
      size="size-6"
    />
  )
}
