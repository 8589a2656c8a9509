import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { HEADER_SIZES } from '@refrain/contract/media/picture-address'
import { libraryTexts } from '@refrain/messages/en/library'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMemberId, useToken } from '../../account/session.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { songCount } from '../../catalogue/format-catalogue.ts'
import { deletePlaylist } from '../../library/playlist-deletion/delete-playlist.ts'
import { DeletePlaylistDialog } from '../../library/playlist-deletion/delete-playlist-dialog.tsx'
import { forgetNewPlaylist, isNewPlaylist } from '../../library/playlists/new-playlist.ts'
import { entryIdsOf } from '../../library/playlists/playlist-cache.ts'
import { PlaylistCover, playlistColour } from '../../library/playlists/playlist-cover.tsx'
import {
  byId,
  entriesInOrder,
  playlistTracksQuery,
  readCachedTracks,
} from '../../library/playlists/playlist-tracks-query.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { paths } from '../../paths.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { MoreButton } from '../../ui/menus/more-button.tsx'
import { useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { PageHeader, PageHeaderSkeleton, TWO_LINES } from '../components/page-header.tsx'
import { SUBJECT_SIZES } from '../menus/menu-subjects.tsx'
import { ListingBody } from '../tracks/listing-body.tsx'
import { PlaylistFacts } from './playlist-facts.tsx'
import { PlaylistFinder } from './playlist-finder.tsx'
import { type PlaylistMenu, playlistMenuEntries } from './playlist-menu.ts'

const EditPlaylistDialog = lazy(() =>
  loadPart(() => import('../../library/playlists/edit-playlist-dialog.tsx')),
)

interface Props {
  readonly playlist: Playlist
  /** Track records in any order. May include others and lack some that are still loading. */
  readonly records: readonly Track[]
}

/** A playlist of the listener, or Liked Songs. */
export function OwnPlaylist({ playlist }: Pick<Props, 'playlist'>) {
  const token = useToken()
  const cached = () => readCachedTracks(token, playlist)
  // Tracks of the previous version stay visible while new ones load, and if they cannot be loaded.
  const { data, isError } = useQuery({
    ...playlistTracksQuery(token, playlist),
    placeholderData: keepPreviousData,
    throwOnError: () => cached().length === 0,
  })
  const records = isError ? cached() : data
  return records ? <LoadedPlaylist playlist={playlist} records={records} /> : <OwnPlaylistSkeleton />
}

function LoadedPlaylist({ playlist, records }: Props) {
  const entryIds = entryIdsOf(playlist)
  const tracks = useMemo(() => entriesInOrder(entryIds, byId(records)), [entryIds, records])
  const listing = useMemo<TrackListing>(
    () => ({ id: playlist.id, title: playlist.title, tracks }),
    [playlist.id, playlist.title, tracks],
  )
  const own = useMemo(() => ({ playlistId: playlist.id, kind: playlist.type }), [playlist.id, playlist.type])
  const [first] = tracks
  const { data: firstTrack } = useQuery({
    ...firstTrackQuery(first ?? { artistId: '', albumId: '' }),
    enabled: first !== undefined,
  })
  // At first, waits for the first track's details: a header that grows would push the rows down.
  const [isWaiting, setWaiting] = useState(first !== undefined)
  if (isWaiting && (firstTrack || !first)) setWaiting(false)
  const { edit, editor } = useEditor(playlist, tracks)
  if (isWaiting && !firstTrack) return <OwnPlaylistSkeleton />
  return (
    <>
      <PageHeader
        picture={<PlaylistCover playlist={playlist} tracks={tracks} sizes={HEADER_SIZES} first />}
        colour={playlistColour(playlist, tracks)}
        label={libraryTexts.playlist}
        title={playlist.title}
        onTitle={edit}
      >
        <PlaylistFacts tracks={tracks} firstTrack={firstTrack} />
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

/** The editor of a playlist and the function that opens it; none for Liked Songs. */
function useEditor(playlist: Playlist, tracks: readonly Track[]) {
  // A new one is named first.
  const [open, setOpen] = useState(() => isNewPlaylist(playlist.id))
  useEffect(forgetNewPlaylist, [])
  function edit(opener: HTMLElement): void {
    // The dialog returns the focus to the element that has it now: the button, not a menu entry that disappears.
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

const subjectOf = ({ playlist, tracks }: PlaylistMenu) => ({
  title: playlist.title,
  detail: songCount(tracks.length),
  picture: <PlaylistCover playlist={playlist} tracks={tracks} sizes={SUBJECT_SIZES} first />,
})

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
  const { opened, open, menu } = useOptionsMenu(playlistMenuEntries, subjectOf)
  const [isAsking, setAsking] = useState(false)

  function ask(): void {
    // As for the editor: the dialog returns the focus to the button.
    button.current?.focus({ preventScroll: true })
    setAsking(true)
  }
  function remove(): void {
    setAsking(false)
    if (token === null) return
    void deletePlaylist(token, playlist, Promise.resolve(navigate(library)))
  }

  return (
    <>
      <MoreButton
        open={opened !== null}
        className="size-11 text-text"
        onPress={event => {
          button.current = event.currentTarget
          const onOpen = onEdit && (() => button.current && onEdit(button.current))
          open(event, event.currentTarget, { playlist, tracks, onEdit: onOpen, onDelete: ask })
        }}
      />
      {menu}
      {isAsking && (
        <DeletePlaylistDialog
          playlist={playlist}
          count={tracks.length}
          onClose={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </>
  )
}

export function OwnPlaylistSkeleton() {
  return (
    <>
      <PageHeaderSkeleton facts={TWO_LINES} />
      <ListingBody listing={undefined} />
    </>
  )
}
