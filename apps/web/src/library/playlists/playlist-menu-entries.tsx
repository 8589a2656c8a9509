import type { Playlist } from '@refrain/contract/library/playlists'
import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { useQuery } from '@tanstack/react-query'
import { CirclePlus, ListMusic, ListX, Plus } from 'lucide-react'
import { useState } from 'react'
import { useToken } from '../../account/session.ts'
import { noteRefusal } from '../../api/refusals.ts'
import type { MenuAction, MenuEntry, RenderEntries } from '../../ui/menus/menu-entry.ts'
import { addToPlaylist, missingIn } from './add-to-playlist.ts'
import { createPlaylist } from './create-playlist.ts'
import type { PlaylistRef } from './playlist-cache.ts'
import { playlistsQuery } from './playlists-query.ts'
import { removeFromPlaylist } from './remove-from-playlist.ts'

interface Props {
  readonly draw: RenderEntries
}

interface TrackProps extends Props {
  readonly trackId: string
  /** The entry of the playlist that is open, if it is one of the listener's own. */
  readonly open?: (PlaylistRef & { readonly title: string; readonly entryId: string }) | undefined
}

type AddTo = (playlist: Playlist) => Promise<void>
/** Freezes the entries of the menu until it closes. */
type Choose = (action: () => Promise<void>) => () => Promise<void>

/** A track's menu entries to add it to playlists and remove it. */
export function TrackPlaylistEntries({ trackId, open, draw }: TrackProps) {
  const { token, playlists, choose } = usePlaylists()
  if (token === null) return null
  const others = playlists.filter(({ id }) => id !== open?.playlistId)
  const containing = playlists.filter(playlist => playlist.tracks.includes(trackId))
  const removeHere = () => {
    // The row disappears; there is nothing else to show.
    if (open) void removeFromPlaylist(token, open, trackId, open.entryId).catch(() => {})
  }
  const removeEntries = containing.map(playlist => {
    const { id: playlistId, type: kind, title } = playlist
    const remove = () => removeFromPlaylist(token, { playlistId, kind, title }, trackId)
    return toEntry(playlist, libraryTexts.removed, choose(remove))
  })
  return draw([
    ...addEntries(others, [trackId], choose, playlist => addToPlaylist(token, playlist, [trackId])),
    ...(open
      ? [{ label: libraryTexts.removeFromPlaylist, icon: ListX, onSelect: removeHere }]
      : unlessEmpty({
          label: libraryTexts.removeFromPlaylist,
          icon: ListX,
          finder: libraryTexts.findPlaylist,
          entries: removeEntries,
        })),
  ])
}

/** An album's menu entries to add its tracks to playlists; those that a playlist contains are skipped. */
export function AlbumPlaylistEntries({ trackIds, draw }: Props & { readonly trackIds: readonly string[] }) {
  const { token, playlists, choose } = usePlaylists()
  if (token === null) return null
  return draw(addEntries(playlists, trackIds, choose, playlist => addToPlaylist(token, playlist, trackIds)))
}

/**
 * The listener's playlists without Liked Songs. Frozen once something was chosen: a menu that shows a result must not
 * change under the pointer.
 */
function usePlaylists() {
  const token = useToken()
  const { data = [] } = useQuery({ ...playlistsQuery(token), throwOnError: false })
  const [frozen, setFrozen] = useState<readonly Playlist[]>()
  const playlists = frozen ?? data
  const choose: Choose = action => () => {
    setFrozen(playlists)
    return action()
  }
  return { token, playlists, choose }
}

/** A playlist that contains all of the tracks is marked as added; choosing it only closes the menu. */
function addEntries(
  playlists: readonly Playlist[],
  trackIds: readonly string[],
  choose: Choose,
  addTo: AddTo,
): MenuEntry[] {
  // Without another playlist, the sub-menu and its New playlist entry are hidden.
  if (playlists.length === 0) return []
  const entries = playlists.map(playlist => {
    const containsAll = trackIds.length > 0 && missingIn(playlist, trackIds).length === 0
    return {
      ...toEntry(
        playlist,
        commonTexts.added,
        choose(() => addTo(playlist)),
      ),
      ...(containsAll && { note: commonTexts.added }),
    }
  })
  const addToNew = choose(async () => {
    const created = await createPlaylist().catch(noteRefusal)
    if (created) await addTo(created)
  })
  const createNew = {
    key: 'new',
    label: libraryTexts.newPlaylist,
    icon: Plus,
    done: commonTexts.added,
    isAlwaysShown: true,
    onSelect: addToNew,
  }
  const finder = libraryTexts.findPlaylist
  return [{ label: libraryTexts.addToPlaylist, icon: CirclePlus, finder, entries: [createNew, ...entries] }]
}

function toEntry({ id, title }: Playlist, done: string, onSelect: () => Promise<void>): MenuAction {
  return { key: id, label: title, icon: ListMusic, done, onSelect }
}

/** Leaves out a sub-menu without entries. */
function unlessEmpty(menu: MenuEntry & { readonly entries: readonly MenuAction[] }): MenuEntry[] {
  return menu.entries.length > 0 ? [menu] : []
}
