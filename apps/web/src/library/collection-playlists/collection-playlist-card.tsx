import type { Track } from '@refrain/contract/catalogue/tracks'
import type { ListedPlaylist } from '@refrain/contract/library/collection-playlists'
import { PLAYLIST_COLOUR } from '@refrain/contract/library/playlists'
import { collectionPlaylistTexts } from '@refrain/messages/en/library/collection-playlists'
import { Link } from 'react-router'
import { readToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { CardFrame } from '../../catalogue/cards/card-frame.tsx'
import { GRID_SIZES } from '../../catalogue/cards/card-sizes.ts'
import { songCount } from '../../catalogue/format-catalogue.ts'
import { ListCoverButton } from '../../listening/buttons/cover-play-button.tsx'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { paths } from '../../paths.ts'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { entryIdsOf } from '../playlists/playlist-cache.ts'
import { PlaylistCover } from '../playlists/playlist-cover.tsx'
import { byId, entriesInOrder, playlistTracksQuery } from '../playlists/playlist-tracks-query.ts'
import { collectionPlaylistQuery } from './collection-playlist-queries.ts'

interface Props {
  readonly listed: ListedPlaylist
  /** Tracks of its cover, once they are loaded. */
  readonly covers: readonly Track[]
}

/** A playlist that follows a file of the collection. */
export function CollectionPlaylistCard({ listed, covers }: Props) {
  const { id, title, songs, ownerName } = listed
  const prefetch = () => void queryClient.prefetchQuery(collectionPlaylistQuery(id))
  const pointer = useHoverIntent(prefetch)
  const look = { picturePath: '', color: PLAYLIST_COLOUR, thumbhash: '', tracks: listed.coverTracks }
  const count = songCount(songs)
  return (
    <CardFrame play={<ListCoverButton id={id} title={title} load={() => load(id)} />}>
      <Link to={paths.playlist(id)} className="card" {...pointer} onFocus={prefetch}>
        <PlaylistCover playlist={{ id, type: 'playlist', ...look }} tracks={covers} sizes={GRID_SIZES} />
        <span className="card-title">
          <bdi>{title}</bdi>
        </span>
        <span className="card-label tabular">
          {ownerName === '' ? count : collectionPlaylistTexts.songsOf({ songs: count, owner: ownerName })}
        </span>
      </Link>
    </CardFrame>
  )
}

/** The playlist as its page plays it. */
async function load(id: string): Promise<TrackListing> {
  const playlist = await queryClient.ensureQueryData(collectionPlaylistQuery(id))
  const records = await queryClient.ensureQueryData(playlistTracksQuery(await readToken(), playlist))
  return { id, title: playlist.title, tracks: entriesInOrder(entryIdsOf(playlist), byId(records)) }
}
