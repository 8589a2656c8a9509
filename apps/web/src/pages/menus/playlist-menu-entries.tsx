import type { Album } from '@refrain/contract/catalogue/albums'
import { libraryTexts } from '@refrain/messages/en/library'
import { lazy } from 'react'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import type { DynamicEntries } from '../../ui/menus/menu-entry.ts'

/** Loaded for members only: guests have no playlists. */
export const loadPlaylistMenu = () =>
  loadPart(() => import('../../library/playlists/playlist-menu-entries.tsx'))
const TrackPlaylists = lazy(async () => ({ default: (await loadPlaylistMenu()).TrackPlaylistEntries }))
const AlbumPlaylists = lazy(async () => ({ default: (await loadPlaylistMenu()).AlbumPlaylistEntries }))

/** The playlist entries of a track's menu. @param open the entry of the playlist whose page the track is shown on */
export function trackPlaylistEntries(
  trackId: string,
  open?: PlaylistRef & { readonly title: string; readonly entryId: string },
): DynamicEntries {
  return {
    label: libraryTexts.playlists,
    render: draw => <TrackPlaylists trackId={trackId} open={open} draw={draw} />,
  }
}

/** The playlist entries of an album's menu. */
export function albumPlaylistEntries({ tracks }: Album): DynamicEntries {
  return { label: libraryTexts.playlists, render: draw => <AlbumPlaylists trackIds={tracks} draw={draw} /> }
}
