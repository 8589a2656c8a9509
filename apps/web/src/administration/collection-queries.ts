import {
  type Collection,
  fetchAlbumsNamedByFolder,
  fetchBrokenAlbums,
  fetchCollection,
  fetchDuplicates,
  fetchMissingTracks,
  fetchSkippedFiles,
  fetchUnpictured,
  previewForgetting,
} from '@refrain/contract/administration/collection'
import { fetchJobs } from '@refrain/contract/administration/jobs'
import { browseFolders } from '@refrain/contract/administration/music-folders'
import { fetchPlaylistFiles } from '@refrain/contract/administration/playlist-files'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { administrationKey } from './administration-queries.ts'

/** How often the collection is read again while something begins or runs, and otherwise, in milliseconds. */
const RUNNING_MS = 1_000
const IDLE_MS = 10_000

/** How long a program that watches takes to start or end, at most; later, something keeps it from doing so. */
const WATCH_CHANGE_MS = 15_000

let watchChangedAt = Number.NEGATIVE_INFINITY

/** Called when somebody has switched watching on or off. */
export function expectWatchChange(): void {
  watchChangedAt = performance.now()
}

const isChanging = ({ running, watch }: Collection) =>
  running !== null ||
  (watch.isOn !== watch.isWatching && performance.now() - watchChangedAt < WATCH_CHANGE_MS)

export const collectionQuery = (token: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'collection'),
    queryFn: ({ signal }) => call(fetchCollection, {}, signal),
    refetchInterval: ({ state: { data } }) => (data && isChanging(data) ? RUNNING_MS : IDLE_MS),
  })

/** @param path null for the list of folders in which music may be */
export const musicFoldersQuery = (token: string | null, path: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'folders', path ?? ''),
    queryFn: ({ signal }) => call(browseFolders, path === null ? {} : { path }, signal),
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: false,
  })

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: { readonly next?: string | undefined }) => page.next,
}
const from = (after: string) => (after ? { after } : {})

/** @param state of the last import: the lists change with it */
export const skippedFilesQuery = (token: string | null, state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'skipped', state),
    queryFn: ({ pageParam, signal }) => call(fetchSkippedFiles, from(pageParam), signal),
    ...pages,
  })

/** Playlist files of the collection, but for those that repeat an album. */
export const playlistFilesQuery = (token: string | null, state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'playlists', state),
    queryFn: ({ pageParam, signal }) => call(fetchPlaylistFiles, from(pageParam), signal),
    ...pages,
  })

export const missingTracksQuery = (token: string | null, state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'missing', state),
    queryFn: ({ pageParam, signal }) => call(fetchMissingTracks, from(pageParam), signal),
    ...pages,
  })

export const unpicturedQuery = (token: string | null, kind: 'albums' | 'artists', state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', kind, state),
    queryFn: ({ pageParam, signal }) => call(fetchUnpictured, { kind, ...from(pageParam) }, signal),
    ...pages,
  })

export const namedByFolderQuery = (token: string | null, state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'named-by-folder', state),
    queryFn: ({ pageParam, signal }) => call(fetchAlbumsNamedByFolder, from(pageParam), signal),
    ...pages,
  })

export const brokenAlbumsQuery = (token: string | null, state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'broken-texts', state),
    queryFn: ({ pageParam, signal }) => call(fetchBrokenAlbums, from(pageParam), signal),
    ...pages,
  })

export const duplicatesQuery = (token: string | null, state: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'duplicates', state),
    queryFn: ({ pageParam, signal }) => call(fetchDuplicates, from(pageParam), signal),
    ...pages,
  })

/** What listeners would lose; never from the cache, as it is read to decide. */
export const forgetPreviewQuery = (token: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'collection', 'forgetting'),
    queryFn: ({ signal }) => call(previewForgetting, {}, signal),
    gcTime: 0,
  })

/** How often an open list of jobs is read again, in milliseconds; the latter while one of them runs. */
const JOBS_MS = 5_000
const RUNNING_JOBS_MS = 1_000

export const jobsQuery = (token: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'jobs'),
    queryFn: ({ signal }) => call(fetchJobs, {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.jobs.some(({ state }) => state === 'running' || state === 'starting') ? RUNNING_JOBS_MS : JOBS_MS,
  })
