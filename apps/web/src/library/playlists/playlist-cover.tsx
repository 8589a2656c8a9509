import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { useQuery } from '@tanstack/react-query'
import { Heart, ListMusic } from 'lucide-react'
import type { CSSProperties } from 'react'
import { trackPicture } from '../../listening/engine/player-track.ts'
import { Picture } from '../../media/picture.tsx'
import { coverTracksQuery, MAX_COVER_TRACKS } from './cover-tracks-query.ts'

interface Props {
  readonly playlist: Pick<Playlist, 'id' | 'type' | 'picturePath' | 'color' | 'thumbhash' | 'tracks'>
  /** Its first tracks, if known; else they are fetched. */
  readonly tracks?: readonly Track[]
  /** Its width, as in `<img sizes>`. */
  readonly sizes: string
  readonly first?: boolean
}

/** Number of album covers in a cover made from tracks. */
const TILES = 4

/**
 * The picture of a playlist: its own, else the covers of its first four albums, or of the first if there are fewer; an
 * icon on its colour if it is empty.
 */
export function PlaylistCover({ playlist, tracks: known, sizes, first = false }: Props) {
  const query = coverTracksQuery(playlist)
  const { data: fetched, isPending } = useQuery({ ...query, enabled: query.enabled === true && !known })
  const tracks = known?.slice(0, MAX_COVER_TRACKS) ?? fetched ?? []
  const { id, type, picturePath, color, thumbhash } = playlist
  if (type === 'liked') return <IconCover colour={color} icon={Heart} filled />
  if (picturePath !== '')
    return (
      <Picture
        of={{ owner: 'playlist', ownerId: id, picturePath }}
        colour={color}
        {...{ thumbhash, sizes, first }}
      />
    )
  const albums = firstOfAlbums(tracks)
  const [one] = albums
  if (!one) {
    const isLoading = !known && isPending && playlist.tracks.length > 0
    return isLoading ? (
      <div className="aspect-square rounded-cover bg-skeleton" />
    ) : (
      <IconCover colour={color} icon={ListMusic} />
    )
  }
  if (albums.length < TILES) return <AlbumCover track={one} {...{ sizes, first }} />
  return (
    <div className="grid aspect-square grid-cols-2 overflow-hidden rounded-cover [&>*]:rounded-none">
      {albums.map(track => (
        // One of four is half as wide as the cover; the smallest file is enough for a card of 180 px.
        <AlbumCover key={track.albumId} track={track} sizes="96px" first={first} />
      ))}
    </div>
  )
}

/** The colour of the picture that a playlist shows. */
export function playlistColour({ picturePath, type, color }: Playlist, tracks: readonly Track[]): string {
  return picturePath === '' && type === 'playlist' ? (tracks[0]?.picture.color ?? color) : color
}

/** The first track of each of the first albums. */
function firstOfAlbums(tracks: readonly Track[]): Track[] {
  const albums = new Map<string, Track>()
  for (const track of tracks) if (!albums.has(track.albumId)) albums.set(track.albumId, track)
  return [...albums.values()].slice(0, TILES)
}

function AlbumCover({ track, sizes, first }: { readonly track: Track } & Pick<Props, 'sizes' | 'first'>) {
  const { color, thumbhash } = track.picture
  return (
    <Picture
      of={trackPicture(track)}
      name={track.albumTitle}
      by={track.artistName}
      colour={color}
      thumbhash={thumbhash}
      sizes={sizes}
      first={first ?? false}
    />
  )
}

interface IconCoverProps {
  readonly colour: string
  readonly icon: typeof Heart
  readonly filled?: boolean
}

/** An icon on a colour. */
export function IconCover({ colour, icon: Icon, filled = false }: IconCoverProps) {
  return (
    <div
      className="neutral-picture grid aspect-square place-items-center rounded-cover text-on-cover"
      style={{ '--cover': colour } as CSSProperties}
    >
      {/* Opacity on the whole icon: stroke and fill would show through each other. */}
      <Icon
        aria-hidden
        className={`size-2/5 opacity-80 ${filled ? 'fill-current' : ''}`}
        strokeWidth={1.25}
      />
    </div>
  )
}
