import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { listeningTexts } from '@refrain/messages/en/listening'
import { keyOf } from '@refrain/player/queue/id-index'
import { ListPlus, MicVocal } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useToken } from '../../account/session.ts'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { useSongEntries } from '../../listening/buttons/song-menu-entries.ts'
import { addAlbumToQueue, addToQueue } from '../../listening/engine/add-to-queue.ts'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'
import { copyLinkEntry, shareEntries } from '../../ui/menus/share-entries.ts'
import { albumPlaylistEntries, trackPlaylistEntries } from './playlist-menu-entries.tsx'

/**
 * The entries of a track's menu.
 * @param open the playlist whose page the track is shown on
 * @param moves entries that move the track within that playlist
 */
export function useTrackEntries(
  open?: PlaylistRef & { readonly title: string },
  moves: (track: Track) => readonly MenuEntry[] = () => [],
): (track: Track) => MenuEntry[] {
  const songEntries = useSongEntries()
  const token = useToken()
  return track =>
    songEntries({ id: track.id, title: track.title, albumId: track.albumId, artistId: track.artistId }, [
      ...(track.available ? [queueEntry(async () => addToQueue([track]))] : []),
      ...(token === null ? [] : [trackPlaylistEntries(track.id, open && { ...open, entryId: keyOf(track) })]),
      ...moves(track),
    ])
}

/** The entries of an album's menu. */
export function useAlbumEntries(): (album: Album) => MenuEntry[] {
  const navigate = useNavigate()
  const token = useToken()
  return album => [
    {
      label: commonTexts.goToArtist,
      icon: MicVocal,
      onSelect: () => void navigate(paths.artist(album.artistId)),
    },
    queueEntry(() => addAlbumToQueue(album)),
    ...(token === null ? [] : [albumPlaylistEntries(album)]),
    copyLinkEntry(libraryTexts.copyLink, paths.album(album.id)),
    ...shareEntries(album.title, paths.album(album.id)),
  ]
}

/** Confirms if something was added; closes without a message if the queue contained everything already. */
function queueEntry(add: () => Promise<boolean>): MenuEntry {
  const onSelect = async () => {
    if (!(await add())) throw new Error('Nothing was added.')
  }
  return { label: libraryTexts.addToQueue, icon: ListPlus, done: listeningTexts.addedToYourTracks, onSelect }
}
