import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import type { FileEntry, PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'
import { readPlaylistFile } from '@refrain/contract/library/playlist-files/read-playlist-file'
import { type MatchReason, matchTracks } from '@refrain/contract/library/playlist-tracks'
import { countLimits, textLimits } from '@refrain/contract/limits'
import { call, callAs } from '../../api/call.ts'
import { CallError } from '../../api/send.ts'
import { trackIdFromLink } from './playlist-file.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024
const RETRY_DELAY_MS = 15_000
const MAX_RETRIES = 8
/** Tracks in one response. */
const BATCH_SIZE = 1_000
const MIN_TITLE_LENGTH = textLimits.playlistTitle.min

/** An entry of a file, with what was found for it. */
export interface Line {
  readonly entry: FileEntry
  /** undefined if none was found. */
  readonly track?: Track | undefined
  /** `link` is a track's address in this application. */
  readonly reason: MatchReason | 'link'
  /** Tracks that may be meant, if none was found. */
  readonly candidates: readonly Track[]
}

export interface MatchedFile {
  /** undefined if neither the file nor its name has one. */
  readonly title: string | undefined
  /** In the order of the file. */
  readonly lines: readonly Line[]
}

/**
 * Finds the tracks of a playlist file: by links that this application wrote, else by paths and names.
 * @param token of the listener who chose the file
 * @throws CallError if a call fails
 */
export async function matchFile(token: string, file: File): Promise<MatchedFile> {
  const read = file.size <= MAX_FILE_BYTES ? readPlaylistFile(await file.bytes()) : undefined
  const entries = (read?.entries ?? [])
    .filter(({ title, link }) => title !== '' || link)
    .slice(0, countLimits.playlistTracks)
  const linked = entries.map(({ link }) => trackIdFromLink(link))
  const known = await findTracks(linked.flatMap(id => id ?? []))
  const lines = await match(token, entries, index => known.get(linked[index] ?? ''))
  return { title: titleFor(read, file.name), lines }
}

async function match(
  token: string,
  entries: readonly FileEntry[],
  linkedTrack: (index: number) => Track | undefined,
): Promise<Line[]> {
  const open = entries.filter((_, index) => !linkedTrack(index))
  const matches: (Pick<Line, 'track' | 'reason'> & { ids: readonly string[] })[] = []
  for (let start = 0; start < open.length; start += countLimits.playlistFileEntries) {
    const requested = open.slice(start, start + countLimits.playlistFileEntries).map(toRequested)
    const { tracks, reasons, candidates } = await retryWhenLimited(() =>
      callAs(token, matchTracks, { entries: requested }),
    )
    requested.forEach((_, index) => {
      const [track, reason = 'unknown', ids = []] = [tracks[index], reasons[index], candidates[index]]
      matches.push({ track: track ?? undefined, reason, ids })
    })
  }
  const offered = await findTracks(matches.flatMap(({ ids }) => ids))
  let next = 0
  return entries.map((entry, index): Line => {
    const track = linkedTrack(index)
    if (track) return { entry, track, reason: 'link', candidates: [] }
    const { ids, ...found } = matches[next++]!
    return { entry, ...found, candidates: ids.flatMap(id => offered.get(id) ?? []) }
  })
}

function toRequested({ title, artist, album, seconds, link }: FileEntry) {
  return {
    title: truncate(title),
    ...(artist && { artist: truncate(artist) }),
    ...(album && { album: truncate(album) }),
    ...(seconds !== undefined && { seconds }),
    ...(link && { path: shortenPath(link) }),
  }
}

const truncate = (text: string) => text.slice(0, textLimits.playlistFileField.max).toWellFormed()

/** Keeps the end of a long path: folders above it decide nothing. What is left of an address still has to be one. */
function shortenPath(link: string): string {
  const { max } = textLimits.playlistFilePath
  if (link.length <= max) return link
  const start = /^[a-z][a-z\d+.-]+:[\\/]/i.exec(link)?.[0] ?? ''
  return (start + link.slice(start.length - max)).toWellFormed()
}

/** The catalogue's tracks by id; unknown ids and those beyond the first 10,000 are left out. */
async function findTracks(ids: readonly string[]): Promise<ReadonlyMap<string, Track>> {
  const distinct = [...new Set(ids)].slice(0, countLimits.ids)
  const known = new Map<string, Track>()
  for (let start = 0; start < distinct.length; start += BATCH_SIZE) {
    const tracks = await call(fetchTracksByIds, { tracks: distinct.slice(start, start + BATCH_SIZE) })
    for (const track of tracks) known.set(track.id, track)
  }
  return known
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

/** The title in the file, else the file's name; undefined if both are too short. */
function titleFor(read: PlaylistFile | undefined, fileName: string): string | undefined {
  const names = [read?.title ?? '', fileName.replace(/\.\w{1,5}$/, '')]
  return names
    .map(name => name.trim().slice(0, textLimits.playlistTitle.max).trim())
    .find(name => name.length >= MIN_TITLE_LENGTH)
}
