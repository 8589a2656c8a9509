import { LIKED_SONGS, LIKED_SONGS_COLOUR, type Playlist } from '@refrain/contract/library/playlists'
import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { readToken, useMemberId, useToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { CardFrame } from '../../catalogue/cards/card-frame.tsx'
import { GRID_SIZES } from '../../catalogue/cards/card-sizes.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { songCount } from '../../catalogue/format-catalogue.ts'
import { ListCoverButton } from '../../listening/buttons/cover-play-button.tsx'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { paths } from '../../paths.ts'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { likesQuery } from '../likes/likes-query.ts'
import { entryIdsOf } from './playlist-cache.ts'
import { IconCover, PlaylistCover } from './playlist-cover.tsx'
import { byId, entriesInOrder, playlistTracksQuery } from './playlist-tracks-query.ts'

/** One of the listener's playlists. */
export const PlaylistCard = memo(function PlaylistCard({ playlist }: { readonly playlist: Playlist }) {
  return (
    <Card
      to={paths.playlist(playlist.id)}
      cover={<PlaylistCover playlist={playlist} sizes={GRID_SIZES} />}
      title={playlist.title}
      label={songCount(playlist.tracks.length)}
      onPrefetch={() => void prefetchPlaylist(playlist)}
      play={
        playlist.tracks.length > 0 && (
          <ListCoverButton id={playlist.id} title={playlist.title} load={() => loadListing(playlist)} />
        )
      }
    />
  )
})

/** Liked Songs; also shown while it is empty. */
export function LikedSongsCard() {
  const token = useToken()
  const { data: likes } = useQuery(likesQuery(token))
  const { data: liked } = useQuery({ ...likedSongsQuery(token), enabled: false })
  return (
    <Card
      to={paths.likedSongs(useMemberId() ?? '')}
      cover={<IconCover colour={LIKED_SONGS_COLOUR} icon={Heart} filled />}
      title={LIKED_SONGS}
      // Keeps the line's height until likes are loaded.
      label={likes ? songCount(likes.size) : '\u00a0'}
      onPrefetch={() => void prefetchLikedSongs()}
      play={!!likes?.size && <ListCoverButton id={liked?.id} title={LIKED_SONGS} load={loadLikedSongs} />}
    />
  )
}

interface Props {
  readonly to: string
  readonly cover: ReactNode
  readonly title: string
  readonly label: string
  readonly onPrefetch: () => void
  /** Undefined for what has nothing to play. */
  readonly play: ReactNode
}

/** Like the cards of the catalogue, with any cover. */
function Card({ to, cover, title, label, onPrefetch, play }: Props) {
  const pointer = useHoverIntent(onPrefetch)
  return (
    <CardFrame play={play}>
      <Link to={to} className="card" {...pointer} onFocus={onPrefetch}>
        {cover}
        <span className="card-title">
          <bdi>{title}</bdi>
        </span>
        <span className="card-label tabular">{label}</span>
      </Link>
    </CardFrame>
  )
}

/** A playlist as its page plays it. */
async function loadListing(playlist: Playlist): Promise<TrackListing> {
  const records = await queryClient.ensureQueryData(playlistTracksQuery(await readToken(), playlist))
  const tracks = entriesInOrder(entryIdsOf(playlist), byId(records))
  return { id: playlist.id, title: playlist.title, tracks }
}

const loadLikedSongs = async () =>
  loadListing(await queryClient.ensureQueryData(likedSongsQuery(await readToken())))

/** Prefetches what a playlist's page shows. */
async function prefetchPlaylist(playlist: Playlist): Promise<void> {
  const rows = playlistTracksQuery(await readToken(), playlist)
  await queryClient.prefetchQuery(rows)
  const first = queryClient.getQueryData(rows.queryKey)?.[0]
  if (first) await queryClient.prefetchQuery(firstTrackQuery(first))
}

/** Prefetches what the page of Liked Songs shows. */
async function prefetchLikedSongs(): Promise<void> {
  const liked = likedSongsQuery(await readToken())
  await queryClient.prefetchQuery(liked)
  const playlist = queryClient.getQueryData(liked.queryKey)
  if (playlist) await prefetchPlaylist(playlist)
}
