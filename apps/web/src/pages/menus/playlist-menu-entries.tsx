import type { Album } from '@refrain/contract/catalogue/albums'
import { lazy } from 'react'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import type { DynamicEntries } from '../../ui/menus/menu-item.tsx'

/** Guests have no playlists, and do without the code. */
export const loadPlaylistMenu = () =>
  loadChunk(() => import('../../library/playlists/playlist-menu-entries.tsx'))
const TrackPlaylists = lazy(async () => ({ default: (await loadPlaylistMenu()).TrackPlaylistEntries }))
const AlbumPlaylists = lazy(async () => ({ default: (await loadPlaylistMenu()).AlbumPlaylistEntries }))

/** What a track's menu offers of playlists; `open` is the list of the page, where that is the listener's own. */
export function trackPlaylistEntries(
  trackId: string,
  open?: PlaylistRef & { readonly title: string },
): DynamicEntries {
  return {
    label: 'Playlists',
    render: draw => <TrackPlaylists trackId={trackId} open={open} draw={draw} />,
  }
}

/** What an album's menu offers of them. */
export function albumPlaylistEntries({ tracks }: Album): DynamicEntries {
  return { label: 'Playlists', render: draw => <AlbumPlaylists trackIds={tracks} draw={draw} /> }
}
