import { LIKED_SONGS, LIKED_SONGS_COLOUR, type Playlist } from '@refrain/contract/library/playlists'
import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { readToken, useMemberId, useToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { GRID_SIZES } from '../../catalogue/cards/card-sizes.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { songCount } from '../../catalogue/format-catalogue.ts'
import { paths } from '../../paths.ts'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { likesQuery } from '../likes/likes-query.ts'
import { IconCover, PlaylistCover } from './playlist-cover.tsx'
import { playlistTracksQuery } from './playlist-tracks-query.ts'

/** One of the listener's playlists. */
export const PlaylistCard = memo(function PlaylistCard({ playlist }: { readonly playlist: Playlist }) {
  return (
    <Card
      to={paths.playlist(playlist.id)}
      cover={<PlaylistCover playlist={playlist} sizes={GRID_SIZES} />}
      title={playlist.title}
      label={songCount(playlist.tracks.length)}
      onPrefetch={() => void prefetchPlaylist(playlist)}
    />
  )
})

/** Liked Songs; also shown while it is empty. */
export function LikedSongsCard() {
  const { data: likes } = useQuery(likesQuery(useToken()))
  return (
    <Card
      to={paths.likedSongs(useMemberId() ?? '')}
      cover={<IconCover colour={LIKED_SONGS_COLOUR} icon={Heart} filled />}
      title={LIKED_SONGS}
      // Keeps the line's height until likes are loaded.
      label={likes ? songCount(likes.size) : '\u00a0'}
      onPrefetch={() => void prefetchLikedSongs()}
    />
  )
}

interface Props {
  readonly to: string
  readonly cover: ReactNode
  readonly title: string
  readonly label: string
  readonly onPrefetch: () => void
}

/** Like the cards of the catalogue, with any cover. */
function Card({ to, cover, title, label, onPrefetch }: Props) {
  const pointer = useHoverIntent(onPrefetch)
  return (
    <Link to={to} className="card" {...pointer} onFocus={onPrefetch}>
      {cover}
      <span className="card-title">
        <bdi>{title}</bdi>
      </span>
      <span className="card-label tabular">{label}</span>
    </Link>
  )
}

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
