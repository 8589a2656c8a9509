import type { Album } from '@refrain/contract/catalogue'
import { lazy } from 'react'
import type { OwnList } from '../../library/own-list.ts'
import { loadPage } from '../../ui/loading/load-chunk.ts'
import type { MenuPart } from '../../ui/menus/menu-item.tsx'

/** Guests have no playlists, and do without the code. */
export const loadPlaylistParts = () => loadPage(() => import('../../library/add-to-entries.tsx'))
const TrackPlaylists = lazy(async () => ({ default: (await loadPlaylistParts()).TrackPlaylists }))
const AlbumPlaylists = lazy(async () => ({ default: (await loadPlaylistParts()).AlbumPlaylists }))

/** What a track's menu offers of playlists; `open` is the list of the page, where that is the listener's own. */
export function trackPart(trackId: string, open?: OwnList & { readonly title: string }): MenuPart {
  return {
    label: 'Playlists',
    part: draw => <TrackPlaylists trackId={trackId} open={open} draw={draw} />,
  }
}

/** What an album's menu offers of them (ALB-14). */
export function albumPart({ tracks }: Album): MenuPart {
  return { label: 'Playlists', part: draw => <AlbumPlaylists trackIds={tracks} draw={draw} /> }
}
