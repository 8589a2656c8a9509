import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { decodeText } from '@refrain/contract/decode-text'
import { addTracksToPlaylist, matchTracks } from '@refrain/contract/library/playlist-tracks'
import { type Playlist, updatePlaylist } from '@refrain/contract/library/playlists'
import { countLimits, textLimits } from '@refrain/contract/limits'
import { readToken } from '../../account/session.ts'
import { call, callAs } from '../../api/call.ts'
import { CallError } from '../../api/send.ts'
import { createPlaylist } from '../playlists/create-playlist.ts'
import { cachePlaylist } from '../playlists/playlist-cache.ts'
import { type FileEntry, type PlaylistFile, trackIdFromLink } from './playlist-file.ts'
import { readJspf } from './read-jspf.ts'
import { alternativeReading, readM3u } from './read-m3u.ts'
import { readXspf } from './read-xspf.ts'

export const MAX_FILE_BYTES = 5 * 1024 * 1024
/** Entries in one call, and characters of a name, that the server accepts. */
const BATCH_SIZE = 1_000
const MAX_NAME_LENGTH = 300
const MIN_TITLE_LENGTH = 3
const RETRY_DELAY_MS = 15_000
const MAX_RETRIES = 8

export interface ImportResult {
  /** null if no track was found: then none is created. */
  readonly playlist: Playlist | null
  readonly found: number
  /** Entries that are not in the catalogue, in the order of the file. */
  readonly missing: readonly FileEntry[]
}

/**
 * Creates a playlist from the tracks of a file that the catalogue has, in the order and with the title of the file. All
 * calls use the token of the listener who chose the file.
 * @throws CallError if a call fails; a playlist that was created before stays
 * @throws Error if somebody else has signed in meanwhile, who must not see the result
 */
export async function importPlaylist(token: string, file: File): Promise<ImportResult> {
  const read = file.size <= MAX_FILE_BYTES ? readPlaylistFile(await file.bytes()) : undefined
  const entries = (read?.entries ?? [])
    .filter(({ title }) => title !== '')
    .slice(0, countLimits.playlistTracks)
  const ids = await findAll(token, entries)
  const trackIds = [...new Set(ids.filter(id => id !== undefined))]
  const missing = entries.filter((_, index) => ids[index] === undefined)
  const found = entries.length - missing.length
  const playlist = trackIds.length > 0 ? await createFrom(token, titleFor(read, file.name), trackIds) : null
  if ((await readToken()) !== token) throw new Error('Somebody else is signed in.')
  return { playlist, found, missing }
}

async function createFrom(
  token: string,
  title: string | undefined,
  trackIds: readonly string[],
): Promise<Playlist> {
  const made = await createPlaylist(token)
  const { id: playlistId } = title ? await rename(token, made, title) : made
  const playlist = await callAs(token, addTracksToPlaylist, { playlistId, tracks: [...trackIds] })
  cachePlaylist(token, { playlistId, kind: playlist.type }, playlist)
  return playlist
}

/** Finds each entry's track id: by its link, by its name, else by an alternative reading of its name. */
async function findAll(token: string, entries: readonly FileEntry[]): Promise<(string | undefined)[]> {
  const linked = entries.map(({ link }) => trackIdFromLink(link))
  const known = await findExisting(linked)
  const ids = linked.map(id => (id !== undefined && known.has(id) ? id : undefined))
  for (const reading of [(entry: FileEntry) => entry, alternativeReading]) {
    const requested = entries.flatMap((entry, position) => {
      const read = ids[position] === undefined ? reading(entry) : undefined
      return read ? [{ read, position }] : []
    })
    const found = await match(
      token,
      requested.map(({ read }) => read),
    )
    requested.forEach(({ position }, index) => {
      ids[position] = found[index]
    })
  }
  return ids
}

async function findExisting(linked: readonly (string | undefined)[]): Promise<ReadonlySet<string>> {
  const trackIds = [...new Set(linked.filter(id => id !== undefined))]
  const known = new Set<string>()
  for (let start = 0; start < trackIds.length; start += BATCH_SIZE) {
    const batch = trackIds.slice(start, start + BATCH_SIZE)
    for (const { id } of await call(fetchTracksByIds, { tracks: batch })) known.add(id)
  }
  return known
}

async function match(token: string, entries: readonly FileEntry[]): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for (let start = 0; start < entries.length; start += BATCH_SIZE) {
    const requested = entries.slice(start, start + BATCH_SIZE).map(({ title, artist, album, seconds }) => ({
      title: truncate(title),
      ...(artist && { artist: truncate(artist) }),
      ...(album && { album: truncate(album) }),
      ...(seconds !== undefined && { seconds }),
    }))
    const { tracks } = await retryWhenLimited(() => callAs(token, matchTracks, { entries: requested }))
    found.push(...tracks.map(track => track?.id))
  }
  return found
}

/** Retries while the server limits the rate, for about two minutes. */
async function retryWhenLimited<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError && error.status === 429) || attempt > MAX_RETRIES) throw error
      await new Promise(resolve => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}

const truncate = (text: string) => text.slice(0, MAX_NAME_LENGTH)

/** The title in the file, else the file's name; undefined if both are too short. */
function titleFor(read: PlaylistFile | undefined, fileName: string): string | undefined {
  const names = [read?.title ?? '', fileName.replace(/\.\w{1,5}$/, '')]
  return names
    .map(name => name.trim().slice(0, textLimits.playlistTitle.max).trim())
    .find(name => name.length >= MIN_TITLE_LENGTH)
}

/** Renames the playlist; if the server rejects the title, it keeps the old one. */
async function rename(token: string, playlist: Playlist, title: string): Promise<Playlist> {
  const { id: playlistId } = playlist
  return callAs(token, updatePlaylist, { playlistId, title, picturePath: '' }).catch(() => playlist)
}

/** Reads a playlist file, whose format (JSPF, XSPF or M3U) is detected by content. undefined if it is neither. */
export function readPlaylistFile(bytes: Uint8Array): PlaylistFile | undefined {
  const text = decodeText(bytes)
  if (text.includes('\0')) return undefined
  if (/^\s*\{/.test(text)) return readJspf(text)
  if (/^\s*</.test(text)) return readXspf(text)
  return readM3u(text)
}
