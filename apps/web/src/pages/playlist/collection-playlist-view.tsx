import type { Track } from '@refrain/contract/catalogue/tracks'
import type { CollectionPlaylist } from '@refrain/contract/library/collection-playlists'
import { HEADER_SIZES } from '@refrain/contract/media/picture-address'
import { collectionPlaylistTexts } from '@refrain/messages/en/library/collection-playlists'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Navigate } from 'react-router'
import { useToken } from '../../account/session.ts'
import { CallError } from '../../api/send.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { collectionPlaylistQuery } from '../../library/collection-playlists/collection-playlist-queries.ts'
import { entryIdsOf } from '../../library/playlists/playlist-cache.ts'
import { PlaylistCover, playlistColour } from '../../library/playlists/playlist-cover.tsx'
import { byId, entriesInOrder, playlistTracksQuery } from '../../library/playlists/playlist-tracks-query.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { paths } from '../../paths.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { HeaderLine } from '../components/header-line.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ListingBody } from '../tracks/listing-body.tsx'
import { OwnPlaylistSkeleton } from './own-playlist.tsx'
import { PlaylistFacts } from './playlist-facts.tsx'

/** A playlist that follows a file of the collection: everybody's to play, nobody's to edit. */
export function CollectionPlaylistView({ id }: { readonly id: string }) {
  const { data: playlist, error } = useQuery({
    ...collectionPlaylistQuery(id),
    throwOnError: (failure, { state }) => state.data === undefined && !isUnknown(failure),
  })
  useDocumentTitle(playlist?.title)
  // As for the playlists of listeners.
  if (isUnknown(error)) return <Navigate to={paths.home()} replace />
  return playlist ? <Loading playlist={playlist} /> : <OwnPlaylistSkeleton />
}

const isUnknown = (error: unknown) => error instanceof CallError && error.status === 404

function Loading({ playlist }: { readonly playlist: CollectionPlaylist }) {
  const { data: records } = useQuery(playlistTracksQuery(useToken(), playlist))
  return records ? <Loaded playlist={playlist} records={records} /> : <OwnPlaylistSkeleton />
}

interface Props {
  readonly playlist: CollectionPlaylist
  readonly records: readonly Track[]
}

function Loaded({ playlist, records }: Props) {
  const tracks = useMemo(() => entriesInOrder(entryIdsOf(playlist), byId(records)), [playlist, records])
  const listing = useMemo<TrackListing>(
    () => ({ id: playlist.id, title: playlist.title, tracks }),
    [playlist.id, playlist.title, tracks],
  )
  const [first] = tracks
  const { data: firstTrack } = useQuery({
    ...firstTrackQuery(first ?? { artistId: '', albumId: '' }),
    enabled: first !== undefined,
  })
  // A header that grows later would push the rows down.
  if (first && !firstTrack) return <OwnPlaylistSkeleton />
  const { ownerName } = playlist
  return (
    <>
      <PageHeader
        picture={<PlaylistCover playlist={playlist} tracks={tracks} sizes={HEADER_SIZES} first />}
        colour={playlistColour(playlist, tracks)}
        label={collectionPlaylistTexts.label}
        title={playlist.title}
      >
        <PlaylistFacts tracks={tracks} firstTrack={firstTrack} />
        <HeaderLine>
          {ownerName !== '' && <span>{collectionPlaylistTexts.ownedBy({ owner: ownerName })}</span>}
          <span>{collectionPlaylistTexts.followsFile}</span>
        </HeaderLine>
      </PageHeader>
      <ListingBody listing={listing} />
    </>
  )
}
