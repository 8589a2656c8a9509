import {
  ARCHIVE_LISTS,
  type ArchiveList,
  importArchiveItems,
  importArchiveListens,
  importArchivePicture,
  importArchivePlaylist,
} from '@refrain/contract/library/archive'
import { countLimits } from '@refrain/contract/limits'
import { LIVE_UPDATE_KINDS } from '@refrain/contract/live-updates'
import { ownKey } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { sendFile } from '../../api/send-file.ts'
import type { Archive, ArchivedListen, ArchivedPlaylist, Timed } from './archive.ts'
import { callPatiently, retryWhenBusy } from './call-patiently.ts'
import { type Found, KINDS } from './find-in-catalogue.ts'

export interface Imported {
  /** Likes, follows, tracks in playlists, playlists, listens and entries of the history that are new here. */
  readonly added: number
  /** Follows beyond the limit. */
  readonly follows: number
  /** Titles of playlists for which the account has no room. */
  readonly full: readonly string[]
  /** Titles of playlists that the service does not accept. */
  readonly invalid: readonly string[]
}

interface Options {
  readonly token: string
  readonly signal: AbortSignal
  /** Called before each step and after the last. */
  readonly onProgress: (done: number, all: number) => void
}

/**
 * Adds what was found to the listener's account. Each step may be repeated, so an import that was interrupted is
 * completed by importing the same file again.
 * @throws CallError if a call fails
 */
export async function importArchive(
  archive: Archive,
  found: Found,
  { token, signal, onProgress }: Options,
): Promise<Imported> {
  let added = 0
  let follows = 0
  const [full, invalid]: [string[], string[]] = [[], []]
  const batches = ARCHIVE_LISTS.flatMap(list => batchesOf(archive, found, list))
  // Liked Songs comes with the first like.
  const playlists = archive.playlists.filter(({ type, songs }) => type === 'playlist' || songs.length > 0)
  const listens = listensOf(archive, found)
  const all = batches.length + listens.length + playlists.length
  let done = 0
  try {
    for (const batch of batches) {
      onProgress(done++, all)
      const response = await callPatiently(token, importArchiveItems, batch, signal)
      added += response.added
      follows += response.overLimit
    }
    for (const batch of listens) {
      onProgress(done++, all)
      added += (await callPatiently(token, importArchiveListens, { listens: batch }, signal)).added
    }
    for (const playlist of playlists) {
      onProgress(done++, all)
      try {
        added += await importPlaylist(archive, found, playlist, token, signal)
      } catch (error) {
        if (!isRefusal(error)) throw error
        const refused = error.status === 409 ? full : invalid
        refused.push(playlist.title)
      }
    }
    onProgress(all, all)
  } finally {
    for (const kind of LIVE_UPDATE_KINDS)
      void queryClient.invalidateQueries({ queryKey: ownKey(token, kind) })
  }
  return { added, follows, full, invalid }
}

function batchesOf(archive: Archive, found: Found, list: ArchiveList) {
  const items = withoutRepeats(translate(archive.lists[list], found[KINDS[list]]))
  const batches: { list: ArchiveList; items: Timed[] }[] = []
  for (let start = 0; start < items.length; start += countLimits.archiveBatch) {
    batches.push({ list, items: items.slice(start, start + countLimits.archiveBatch) })
  }
  return batches
}

/** Listens to tracks of this catalogue, in the batches that are sent. */
function listensOf({ listens }: Archive, { tracks }: Found) {
  const here = listens.flatMap(listen => {
    const id = tracks.get(listen.id)
    return id === undefined ? [] : { ...listen, id }
  })
  const batches: ArchivedListen[][] = []
  for (let start = 0; start < here.length; start += countLimits.archivedListens)
    batches.push(here.slice(start, start + countLimits.archivedListens))
  return batches
}

/** @returns how much was added */
async function importPlaylist(
  archive: Archive,
  found: Found,
  { id, origin, type, title, createdAt, comment, songs }: ArchivedPlaylist,
  token: string,
  signal: AbortSignal,
): Promise<number> {
  // A playlist may hold a track several times.
  const entries = translate(songs, found.tracks)
  const tracks = type === 'liked' ? withoutRepeats(entries) : entries
  const input = { origin, type, title, createdAt, comment, tracks }
  const response = await callPatiently(token, importArchivePlaylist, input, signal)
  const picture = type === 'playlist' && !response.hasPicture && (await archive.readPicture(id))
  if (picture) await importPicture(response.playlistId, picture, token, signal)
  return response.added + Number(response.isNew)
}

/** A picture that the service refuses is left out. */
async function importPicture(
  playlistId: string,
  picture: Blob,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await retryWhenBusy(
      () => sendFile(importArchivePicture, picture, { token, input: { playlistId }, signal }),
      signal,
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/** The input is at fault, or the account is full: trying again would not help. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && [400, 404, 409, 413, 415].includes(error.status)

/** Replaces ids of the archive by those of this catalogue; leaves out what it does not have. */
function translate(items: readonly Timed[], ids: ReadonlyMap<string, string>): Timed[] {
  return items.flatMap(item => {
    const id = ids.get(item.id)
    return id === undefined ? [] : { ...item, id }
  })
}

/** The first of each id. */
function withoutRepeats(items: readonly Timed[]): Timed[] {
  const byId = new Map<string, Timed>()
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
