import type { Playlist } from '@refrain/contract/library/playlists'
import { useQuery } from '@tanstack/react-query'
import { CirclePlus, ListMusic, ListX, Plus } from 'lucide-react'
import { useState } from 'react'
import { useToken } from '../../account/session.ts'
import type { MenuAction, MenuEntry, RenderEntries } from '../../ui/menus/menu-item.tsx'
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
  /** The list whose page is open, where it is one of the listener's own. */
  readonly open?: (PlaylistRef & { readonly title: string }) | undefined
}

type AddTo = (playlist: Playlist) => Promise<void>
/** Has an act of the menu leave it as it is until it closes. */
type Choose = (act: () => Promise<void>) => () => Promise<void>

/** What the menu of a track offers of the listener's playlists (ROW-12 to ROW-15). */
export function TrackPlaylistEntries({ trackId, open, draw }: TrackProps) {
  const { token, playlists, choose } = usePlaylists()
  if (token === null) return null
  const others = playlists.filter(({ _id }) => _id !== open?.playlistId)
  const holding = playlists.filter(playlist => playlist.tracks.includes(trackId))
  const removeHere = () => {
    // The row goes; nothing else has to say so.
    if (open) void removeFromPlaylist(token, open, trackId).catch(() => {})
  }
  const removing = holding.map(playlist => {
    const { _id: playlistId, type: kind, title } = playlist
    const remove = () => removeFromPlaylist(token, { playlistId, kind, title }, trackId)
    return toEntry(playlist, 'Removed', choose(remove))
  })
  return draw([
    ...addEntries(others, [trackId], choose, playlist => addToPlaylist(token, playlist, [trackId])),
    ...(open
      ? [{ label: REMOVE, icon: ListX, onSelect: removeHere }]
      : unlessEmpty({ label: REMOVE, icon: ListX, entries: removing })),
  ])
}

const REMOVE = 'Remove from playlist'

/** What the menu of an album offers of them: its tracks that a playlist does not hold are added (PROP-19). */
export function AlbumPlaylistEntries({ trackIds, draw }: Props & { readonly trackIds: readonly string[] }) {
  const { token, playlists, choose } = usePlaylists()
  if (token === null) return null
  return draw(addEntries(playlists, trackIds, choose, playlist => addToPlaylist(token, playlist, trackIds)))
}

/**
 * The listener's playlists without Liked Songs (READ-43), as they were when something was chosen: a menu that
 * says what was done does not change under the pointer.
 */
function usePlaylists() {
  const token = useToken()
  const { data = [] } = useQuery({ ...playlistsQuery(token), throwOnError: false })
  const [before, setBefore] = useState<readonly Playlist[]>()
  const playlists = before ?? data
  const choose: Choose = act => () => {
    setBefore(playlists)
    return act()
  }
  return { token, playlists, choose }
}

/** A playlist that holds all of the tracks says so: there is nothing to add, and the menu closes. */
function addEntries(
  playlists: readonly Playlist[],
  trackIds: readonly string[],
  choose: Choose,
  addTo: AddTo,
): MenuEntry[] {
  // With no other playlist this is hidden (ROW-14), a new one with it.
  if (playlists.length === 0) return []
  const entries = playlists.map(playlist => {
    const holdsAll = trackIds.length > 0 && missingIn(playlist, trackIds).length === 0
    return {
      ...toEntry(
        playlist,
        ADDED,
        choose(() => addTo(playlist)),
      ),
      ...(holdsAll && { note: ADDED }),
    }
  })
  const addToNew = choose(async () => addTo(await createPlaylist()))
  const createNew = { key: 'new', label: 'New playlist', icon: Plus, done: ADDED, onSelect: addToNew }
  return [{ label: 'Add to playlist', icon: CirclePlus, entries: [createNew, ...entries] }]
}

const ADDED = 'Added'

function toEntry({ _id, title }: Playlist, done: string, onSelect: () => Promise<void>): MenuAction {
  return { key: _id, label: title, icon: ListMusic, done, onSelect }
}

/** A sub-menu of nothing is left out (ROW-15). */
function unlessEmpty(menu: MenuEntry & { readonly entries: readonly MenuAction[] }): MenuEntry[] {
  return menu.entries.length > 0 ? [menu] : []
}
