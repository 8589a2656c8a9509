import type { AudioInfo } from '@refrain/audio/audio-info'
import type { Gains } from '@refrain/audio/tags/read-gain'
import type { Lyrics } from '@refrain/audio/tags/read-lyrics'
import type { Named } from '@refrain/audio/tags/read-tags'
import { foldName } from '@refrain/contract/fold-name'
import { discOfFolder } from './collection-names.ts'
import type { AlbumFolder, CollectionFile } from './join-folders.ts'
import { namesFromPath } from './names-from-path.ts'
import type { FileAnswer } from './phase-2-read-files.ts'
import type { ReadFile } from './read-file.ts'

export const VARIOUS_ARTISTS: Named = {
  name: 'Various Artists',
  mbid: '89ad4ac3-39f7-470e-963a-56509c546377',
}
const UNKNOWN_ARTIST: Named = { name: 'Unknown Artist', mbid: '' }
const LOOSE_TRACKS = 'Singles'
const FEATURING = /\s*[([]?\b(?:feat\.?|ft\.|featuring)\s.*$/i

/** A track as the collection has it. */
export interface GatheredTrack {
  readonly file: CollectionFile
  readonly title: string
  /** The first is the track's own artist. */
  readonly artists: readonly Named[]
  readonly credit: string
  readonly genres: readonly string[]
  readonly disc: number
  readonly number: number
  readonly sound: AudioInfo
  readonly gains: Gains
  readonly mbid: string
  readonly lyrics: Lyrics | undefined
}

export interface GatheredAlbum {
  /** The same for what is taken for the same album: see `keyOf`. */
  readonly key: string
  /** Where it lies, below the collection. */
  readonly folder: string
  readonly title: string
  readonly artist: Named
  readonly compilation: boolean
  readonly mbid: string
  /** `2024-05-03`, '' where no tag says. */
  readonly released: string
  /** In order of disc, number and path. */
  readonly tracks: readonly GatheredTrack[]
  /** Hashes of the covers in the tracks, in the tracks' order, each once. */
  readonly embedded: readonly string[]
}

interface Candidate extends GatheredTrack {
  readonly album: string
  readonly albumArtist: Named | undefined
  readonly albumMbid: string
  readonly compilation: boolean
  readonly date: string
  readonly picture: string
}

/**
 * Phase 3: tags into artists, albums and tracks; asks nobody and changes nothing.
 * Tracks of one folder and one album title belong together; album artists and MusicBrainz releases part them.
 */
export function gather(folder: AlbumFolder, answers: readonly FileAnswer[]): GatheredAlbum[] {
  const files = new Map(folder.files.map(file => [file.path, file]))
  const candidates = answers.flatMap(answer =>
    'problem' in answer ? [] : [candidate(files.get(answer.path)!, answer)],
  )
  const byTitle = Map.groupBy(candidates, one => foldName(one.album))
  return Array.from(byTitle.values())
    .flatMap(partByArtist)
    .flatMap(({ artist, tracks }) => partByRelease(tracks).map(part => toAlbum(folder.folder, artist, part)))
}

function candidate(file: CollectionFile, read: ReadFile): Candidate {
  const { tags } = read
  const path = namesFromPath(file.inside)
  const named = tags.artists.length > 0 ? tags.artists : tags.albumArtists
  const artists = leading(
    named.length > 0 ? named : [path.artist ? { name: path.artist, mbid: '' } : UNKNOWN_ARTIST],
  )
  return {
    file,
    title: tags.title || path.title,
    artists,
    credit: tags.credit || artists.map(artist => artist.name).join(', '),
    genres: tags.genres,
    disc: tags.disc || path.disc || discOfFolder(tags.album) || 1,
    number: tags.number || path.number,
    sound: read.sound,
    gains: tags.gains,
    mbid: tags.mbid,
    lyrics: read.lyrics,
    album: tags.album || path.album || LOOSE_TRACKS,
    albumArtist: declared(tags.albumArtists) ?? looseArtist(tags.album, path.album, artists),
    albumMbid: tags.albumMbid,
    compilation: tags.compilation,
    date: tags.date,
    picture: read.picture,
  }
}

/** Guests stay in the credit; the artist is the one named before "feat.". */
function leading(artists: readonly Named[]): Named[] {
  const leads = artists.map(artist => ({
    ...artist,
    name: artist.name.replace(FEATURING, '') || artist.name,
  }))
  return leads.filter((one, n) => leads.findIndex(other => foldName(other.name) === foldName(one.name)) === n)
}

function declared(albumArtists: readonly Named[]): Named | undefined {
  const first = leading(albumArtists)[0]
  if (!first) return undefined
  return isVarious(first) ? VARIOUS_ARTISTS : first
}

function isVarious(artist: Named): boolean {
  return artist.mbid === VARIOUS_ARTISTS.mbid || /^(various( artists)?|v\.?a\.?)$/.test(foldName(artist.name))
}

/** What lies loose, in no folder and no album, is not a compilation. */
function looseArtist(tag: string, folder: string, artists: readonly Named[]): Named | undefined {
  return tag === '' && folder === '' ? artists[0] : undefined
}

const sameArtist = (artist: Named) => foldName(artist.name)

/** Tracks that name no album artist go with the one that is named; without any, several artists make a compilation. */
function partByArtist(tracks: readonly Candidate[]): { artist: Named; tracks: Candidate[] }[] {
  const groups = Map.groupBy(tracks, track => (track.albumArtist ? sameArtist(track.albumArtist) : ''))
  const undeclared = groups.get('') ?? []
  groups.delete('')
  const parts = Array.from(groups.values(), group => ({ artist: group[0]!.albumArtist!, tracks: group }))
  if (undeclared.length === 0) return parts
  if (parts.length === 1) return [{ artist: parts[0]!.artist, tracks: [...parts[0]!.tracks, ...undeclared] }]
  const artists = Map.groupBy(undeclared, track => sameArtist(track.artists[0]!))
  const various = artists.size > 1
  return [...parts, { artist: various ? VARIOUS_ARTISTS : undeclared[0]!.artists[0]!, tracks: undeclared }]
}

/** Tracks that name no release go with the first one that is named. */
function partByRelease(tracks: readonly Candidate[]): Candidate[][] {
  const first = tracks.find(track => track.albumMbid !== '')?.albumMbid ?? ''
  return Array.from(Map.groupBy(tracks, track => track.albumMbid || first).values())
}

function toAlbum(folder: string, artist: Named, unordered: readonly Candidate[]): GatheredAlbum {
  const tracks = unordered.toSorted(
    (a, b) => a.disc - b.disc || a.number - b.number || (a.file.path < b.file.path ? -1 : 1),
  )
  const mbid = tracks.find(track => track.albumMbid !== '')?.albumMbid ?? ''
  const title = commonest(tracks.map(track => track.album))
  return {
    key: keyOf(artist, title, mbid, folder),
    folder,
    title,
    artist,
    compilation: isVarious(artist) || tracks.every(track => track.compilation),
    mbid,
    released: wholeDate(commonest(tracks.map(track => track.date).filter(Boolean))),
    tracks,
    embedded: [...new Set(tracks.map(track => track.picture).filter(Boolean))],
  }
}

/**
 * What counts as the same album: the artist, the title, and the MusicBrainz release or else the folder.
 * The year does not part albums: in a folder of one title it only means that the tags disagree.
 */
function keyOf(artist: Named, title: string, mbid: string, folder: string): string {
  return [artist.mbid || foldName(artist.name), foldName(title), mbid || folder].join('\n')
}

/** What stands most often; among equals the longest, then the first in order. */
function commonest(texts: readonly string[]): string {
  const counts = Array.from(
    Map.groupBy(texts, text => text),
    ([text, all]) => ({ text, count: all.length }),
  )
  counts.sort((a, b) => b.count - a.count || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
  return counts[0]?.text ?? ''
}

function wholeDate(date: string): string {
  if (date === '') return ''
  return date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date
}
