import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMemberId, useToken } from '../../account/session.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { deletePlaylist } from '../../library/playlists/delete-playlist.ts'
import { PlaylistCover, playlistColour } from '../../library/playlists/playlist-cover.tsx'
import {
  byId,
  playlistTracksQuery,
  readCachedTracks,
  tracksInOrder,
} from '../../library/playlists/playlist-tracks-query.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { paths } from '../../paths.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { MoreButton } from '../../ui/menus/more-button.tsx'
import { useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { PageHeader, PageHeaderSkeleton, TWO_LINES } from '../components/page-header.tsx'
import { ListingBody } from '../tracks/listing-body.tsx'
import { PlaylistFacts } from './playlist-facts.tsx'
import { PlaylistFinder } from './playlist-finder.tsx'
import { playlistMenuEntries } from './playlist-menu.ts'

const EditPlaylistDialog = lazy(() =>
  loadChunk(() => import('../../library/playlists/edit-playlist-dialog.tsx')),
)

interface Props {
  readonly playlist: Playlist
  /** The records of its tracks, in any order and perhaps with others; those not known yet are left out. */
  readonly records: readonly Track[]
}

/** A playlist of the listener's, Liked Songs as well. */
export function OwnPlaylist({ playlist }: Pick<Props, 'playlist'>) {
  const token = useToken()
  const known = () => readCachedTracks(token, playlist)
  // Those of the version before stay while the few that are new are on their way, and where these cannot be had.
  const { data, isError } = useQuery({
    ...playlistTracksQuery(token, playlist),
    placeholderData: keepPreviousData,
    throwOnError: () => known().length === 0,
  })
  const records = isError ? known() : data
  return records ? <Whole playlist={playlist} records={records} /> : <OwnPlaylistSkeleton />
}

/** What it is, its menu, its tracks, and more to find. */
function Whole({ playlist, records }: Props) {
  const tracks = useMemo(() => tracksInOrder(playlist.tracks, byId(records)), [playlist.tracks, records])
  const listing = useMemo<TrackListing>(
    () => ({ id: playlist._id, title: playlist.title, tracks }),
    [playlist._id, playlist.title, tracks],
  )
  const own = useMemo(
    () => ({ playlistId: playlist._id, kind: playlist.type }),
    [playlist._id, playlist.type],
  )
  const [first] = tracks
  const { data: of } = useQuery({
    ...firstTrackQuery(first ?? { artist: '', album: '' }),
    enabled: first !== undefined,
  })
  // The header comes whole: a line that grows would push the rows down. What comes later is one that changes.
  const [waits, setWaits] = useState(first !== undefined)
  if (waits && (of || !first)) setWaits(false)
  const { edit, editor } = useEditor(playlist, tracks)
  if (waits && !of) return <OwnPlaylistSkeleton />
  return (
    <>
      <PageHeader
        picture={<PlaylistCover playlist={playlist} tracks={tracks} sizes={HEADER_SIZES} first />}
        colour={playlistColour(playlist, tracks)}
        label="Playlist"
        title={playlist.title}
        onTitle={edit}
      >
        <PlaylistFacts tracks={tracks} of={of} />
      </PageHeader>
      <ListingBody
        listing={listing}
        own={own}
        below={<PlaylistFinder playlist={playlist} count={tracks.length} />}
      >
        <Menu playlist={playlist} tracks={tracks} onEdit={edit} />
      </ListingBody>
      {editor}
    </>
  )
}

/** As in page-header.tsx. */
const HEADER_SIZES = '(min-width: 768px) 224px, (min-width: 501px) 176px, 160px'

/** The editor of a playlist, and what opens it; Liked Songs has none. */
function useEditor(playlist: Playlist, tracks: readonly Track[]) {
  const [open, setOpen] = useState(false)
  function edit(opener: HTMLElement): void {
    // What has the focus when a dialog opens gets it back: the button, not the entry of a menu that is gone.
    opener.focus({ preventScroll: true })
    setOpen(true)
  }
  const editor = open && (
    <Suspense>
      <EditPlaylistDialog playlist={playlist} tracks={tracks} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return playlist.type === 'liked' ? { edit: undefined, editor: null } : { edit, editor }
}

interface MenuProps {
  readonly playlist: Playlist
  readonly tracks: readonly Track[]
  readonly onEdit: ((opener: HTMLElement) => void) | undefined
}

function Menu({ playlist, tracks, onEdit }: MenuProps) {
  const token = useToken()
  const library = paths.library(useMemberId() ?? '')
  const navigate = useNavigate()
  const button = useRef<HTMLElement>(null)
  const { opened, open, menu } = useOptionsMenu(playlistMenuEntries)

  /** The Library opens, and what plays goes on. */
  function remove(): void {
    if (token === null) return
    void navigate(library)
    void deletePlaylist(token, playlist)
  }

  return (
    <>
      <MoreButton
        open={opened !== null}
        className="size-11 text-text"
        onPress={event => {
          button.current = event.currentTarget
          const onOpen = onEdit && (() => button.current && onEdit(button.current))
          open(event, event.currentTarget, { playlist, tracks, onEdit: onOpen, onDelete: remove })
        }}
      />
      {menu}
    </>
  )
}

/** The page while nothing is known of the playlist. */
export function OwnPlaylistSkeleton() {
  return (
    <>
      <PageHeaderSkeleton facts={TWO_LINES} />
      <ListingBody listing={undefined} />
    </>
  )
}
