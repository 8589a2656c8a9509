import type { Album } from '@refrain/contract/catalogue'
import { lazy } from 'react'
import { queryClient } from '../../api/query-client.ts'
import type { OwnList } from '../../library/own-list.ts'
import { playlistsQuery } from '../../library/playlists-query.ts'
import { loadPage } from '../../load-page.ts'
import type { MenuPart } from '../../ui/menu-item.tsx'

/** Guests have no playlists, and do without the code. */
const load = () => loadPage(() => import('../../library/add-to-entries.tsx'))
const TrackPlaylists = lazy(async () => ({ default: (await load()).TrackPlaylists }))
const AlbumPlaylists = lazy(async () => ({ default: (await load()).AlbumPlaylists }))

/** Fetches what a member's menus offer before it is needed. */
export function preparePlaylists(token: string | null): void {
  if (token === null) return
  load().catch(() => {})
  void queryClient.prefetchQuery(playlistsQuery(token))
}

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
