import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { commonTexts } from '@refrain/messages/en/common'
import { Pencil, Trash2 } from 'lucide-react'
import { exportMenuEntry } from '../../library/playlist-files/export-playlist.ts'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'

export interface PlaylistMenu {
  readonly playlist: Playlist
  /** In the order of the playlist. */
  readonly tracks: readonly Track[]
  /** Undefined for Liked Songs. */
  readonly onEdit: (() => void) | undefined
  readonly onDelete: () => void
}

/** The entries of a playlist's menu. */
export function playlistMenuEntries({ playlist, tracks, onEdit, onDelete }: PlaylistMenu): MenuEntry[] {
  return [
    ...(onEdit ? [{ label: commonTexts.editDetails, icon: Pencil, onSelect: onEdit }] : []),
    ...(tracks.length > 0 ? [exportMenuEntry(playlist.title, tracks)] : []),
    { label: commonTexts.delete, icon: Trash2, onSelect: onDelete },
  ]
}
