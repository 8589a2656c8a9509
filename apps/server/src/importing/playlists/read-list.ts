import { sep } from 'node:path'
import { UnreadableError } from '@refrain/audio/audio-info'
import { withFile } from '@refrain/audio/bytes/file-bytes'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { readFilePath } from '@refrain/contract/library/playlist-files/file-path'
import type { FileEntry } from '@refrain/contract/library/playlist-files/playlist-file'
import { readPlaylistFile } from '@refrain/contract/library/playlist-files/read-playlist-file'
import { LIKED_SONGS } from '@refrain/contract/library/playlists'
import { countLimits, textLimits } from '@refrain/contract/limits'
import { repairText } from '@refrain/contract/outside-text'
import type { Entry } from '../../library/matching/playlist-entry.ts'
import { type CollectionBuckets, isBucketPath } from '../../media/storage/collection-buckets.ts'
import { stripExtension } from '../collection/file-kinds.ts'

/** 10,000 entries of XSPF with all their names. */
const MAX_BYTES = 5 * 1024 * 1024

/** A file in the collection: its path, its name and the folder of music that it is in. */
interface ListFile {
  readonly path: string
  readonly name: string
  readonly root: string
  readonly size: number
}

/** What a playlist file says. */
export interface ReadList {
  readonly title: string
  /** At most as many as a playlist may hold. */
  readonly entries: readonly Entry[]
}

/**
 * Reads a playlist file of the collection.
 * @throws UnreadableError if it is too large, or none
 */
export async function readList(file: ListFile, buckets: CollectionBuckets): Promise<ReadList> {
  return toList(file, await readBytes(file, buckets))
}

/** @throws UnreadableError */
export function toList(file: Omit<ListFile, 'size'>, bytes: Uint8Array): ReadList {
  const read = readPlaylistFile(bytes)
  if (!read) throw new UnreadableError('it is no playlist')
  const folder = splitFolder(file.path).slice(0, -1)
  const root = splitFolder(file.root)
  const entries = read.entries
    .filter(({ title, link }) => title !== '' || link)
    .slice(0, countLimits.playlistTracks)
    .map(entry => toEntry(entry, folder, root))
  return { title: titleFor(read.title, file.name), entries }
}

async function readBytes({ path, size }: ListFile, buckets: CollectionBuckets): Promise<Uint8Array> {
  if (size > MAX_BYTES) throw new UnreadableError('it is larger than 5 MB')
  if (!isBucketPath(path)) {
    // It may have grown since it was found.
    return withFile(path, async bytes => Uint8Array.from(bytes.read(0, Math.min(bytes.size, MAX_BYTES))))
  }
  const bytes = await buckets.read(path)
  if (!bytes) throw new UnreadableError('it is gone')
  return bytes
}

function toEntry(
  { title, artist, album, seconds, link }: FileEntry,
  folder: readonly string[],
  root: readonly string[],
): Entry {
  return {
    title: shorten(title),
    artist: artist && shorten(artist),
    album: album && shorten(album),
    seconds,
    // The end of a long path: folders above it decide nothing.
    path: link?.slice(-textLimits.playlistFilePath.max),
    places: link ? placesOf(link, folder, root) : [],
  }
}

const shorten = (text: string) => text.slice(0, textLimits.playlistFileField.max).toWellFormed()

/** Where a file of a list may be: as its path says, from the folder of the list or from that of the collection. */
function placesOf(link: string, folder: readonly string[], root: readonly string[]): string[] {
  const readings = [...readFilePath(link, folder), ...readFilePath(link.replace(/^[\\/]+/, ''), root)]
  const places = readings.filter(parts => parts.length > 0).map(joinPath)
  // No path holds such characters, and PostgreSQL refuses to look for them.
  return [...new Set(places)].filter(place => !place.includes('\0') && place.isWellFormed())
}

const splitFolder = (path: string) => path.split(/[\\/]+/).filter(part => part !== '')

function joinPath(parts: readonly string[]): string {
  if (parts[0] === 's3:') return `s3://${parts.slice(1).join('/')}`
  return /^[a-z]:$/i.test(parts[0] ?? '') ? parts.join(sep) : `/${parts.join('/')}`
}

/** The title in the file, else the file's name. Only the likes are called Liked Songs. */
function titleFor(given: string, fileName: string): string {
  const names = [given, stripExtension(fileName), fileName].map(toTitle)
  return names.find(name => isTitle(name)) ?? toTitle(fileName)
}

const toTitle = (text: string) =>
  repairText(text.slice(0, textLimits.comment.max))
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, textLimits.playlistTitle.max)
    .trim()
    .toWellFormed()

const isTitle = (name: string) =>
  /[\p{L}\p{N}\p{S}\p{P}]/u.test(name) && foldForSearch(name) !== foldForSearch(LIKED_SONGS)
