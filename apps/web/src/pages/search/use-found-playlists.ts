import { matchNames, toNamed } from '@refrain/contract/catalogue/match-names'
import type { Track } from '@refrain/contract/catalogue/tracks'
import type { ListedPlaylist } from '@refrain/contract/library/collection-playlists'
import type { Playlist } from '@refrain/contract/library/playlists'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useToken } from '../../account/session.ts'
import {
  collectionCoversQuery,
  collectionPlaylistsQuery,
} from '../../library/collection-playlists/collection-playlist-queries.ts'
import { playlistsQuery } from '../../library/playlists/playlists-query.ts'

const MOST = 20

type Seen =
  | { readonly own: Playlist }
  | { readonly listed: ListedPlaylist; readonly covers: readonly Track[] }

/** A playlist that was found: the listener's own, or one of the collection with the tracks of its cover. */
export type FoundPlaylist = { readonly id: string } & Seen

/**
 * The playlists that match a query, among those that the server lists for this listener: own ones, and those of the collection.
 * @returns `isLoading` while there may be more
 */
export function useFoundPlaylists(query: string) {
  const token = useToken()
  const own = useQuery({ ...playlistsQuery(token), throwOnError: false })
  const collection = useQuery(collectionPlaylistsQuery)
  const named = useMemo(
    () =>
      toNamed<Playlist | ListedPlaylist>(
        [...(own.data ?? []), ...(collection.data ?? [])],
        ({ title }) => title,
      ),
    [own.data, collection.data],
  )
  const matches = useMemo(() => matchNames(query, named, MOST), [query, named])
  const { data: covers } = useQuery(collectionCoversQuery(matches.filter(isListed)))
  const playlists = useMemo(
    () =>
      matches.map((each): FoundPlaylist => {
        if (!isListed(each)) return { id: each.id, own: each }
        return { id: each.id, listed: each, covers: each.coverTracks.flatMap(id => covers?.get(id) ?? []) }
      }),
    [matches, covers],
  )
  return { playlists, isLoading: own.isLoading || collection.isLoading }
}

const isListed = (playlist: Playlist | ListedPlaylist): playlist is ListedPlaylist =>
  'coverTracks' in playlist
