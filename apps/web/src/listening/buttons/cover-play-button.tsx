import type { Album } from '@refrain/contract/catalogue/albums'
import { listeningTexts } from '@refrain/messages/en/listening'
import { albumButtonAction, listButtonAction } from '@refrain/player/button-actions'
import { useState } from 'react'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { announce } from '../announcements/announce.ts'
import type { TrackListing } from '../engine/player-track.ts'
import { usePlayer } from '../engine/use-player.ts'
import { ACCENT_BUTTON, PlayButton } from './play-button.tsx'

/** Home need not load it for its cards; the first input on a page does. */
const loadPlay = () => loadChunk(() => import('../engine/play.ts'))

/** Plays or pauses an album from its card. */
export function AlbumCoverButton({ album }: { readonly album: Pick<Album, 'id' | 'title'> }) {
  const action = usePlayer(state => albumButtonAction(state, album.id))
  return (
    <CoverPlayButton
      title={album.title}
      action={action}
      onPress={async () => (await loadPlay()).pressAlbum(album)}
    />
  )
}

interface ListProps {
  /** Undefined as long as it is not known: then it does not play. */
  readonly id: string | undefined
  readonly title: string
  readonly load: () => Promise<TrackListing>
}

/** Plays or pauses a list other than an album from its card. */
export function ListCoverButton({ id, title, load }: ListProps) {
  const action = usePlayer(state => (id === undefined ? 'start' : listButtonAction(state, id)))
  return (
    <CoverPlayButton
      title={title}
      action={action}
      onPress={async () => (await loadPlay()).pressUnloadedList(id, load)}
    />
  )
}

interface Props {
  readonly title: string
  readonly action: 'pause' | 'resume' | 'start'
  readonly onPress: () => Promise<void>
}

/** Shows at once that it was pressed: the list may have to be fetched first. */
function CoverPlayButton({ title, action, onPress }: Props) {
  const [isFetching, setFetching] = useState(false)
  const isLoading = usePlayer(state => action === 'pause' && state.status === 'loading')
  function press(): void {
    setFetching(true)
    onPress()
      .catch(() => announce(listeningTexts.listNotLoaded, { isShown: true }))
      .finally(() => setFetching(false))
  }
  return (
    <PlayButton
      action={action === 'pause' ? 'pause' : 'play'}
      of={title}
      loading={isFetching || isLoading}
      onPress={press}
      className={`${ACCENT_BUTTON} size-12 shadow-float`}
      size="size-5"
    />
  )
}
