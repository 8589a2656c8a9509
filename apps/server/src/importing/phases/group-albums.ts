import type { AudioInfo } from '@refrain/audio/audio-info'
import { type GuessedCharsets, guessCharsets } from '@refrain/audio/tags/letters/guess-charsets'
import { DEFAULT_RULE } from '@refrain/audio/tags/names/name-rule'
import { splitGenres } from '@refrain/audio/tags/names/split-genres'
import type { CreditedName } from '@refrain/audio/tags/names/split-names'
import type { Lyrics } from '@refrain/audio/tags/read-lyrics'
import type { Named, Tags } from '@refrain/audio/tags/read-tags'
import { foldName } from '@refrain/contract/fold-name'
import { filePathOf } from '../../media/cuts/cut-path.ts'
import type { AlbumFolder, CollectionFile } from '../collection/album-folders.ts'
import { parseDiscNumber } from '../collection/file-kinds.ts'
import { namesFromPath } from '../collection/names-from-path.ts'
import {
  creditArtists,
  creditOthers,
  leadAlbumArtists,
  listTrackQuestions,
  type NameEvidence,
  type OtherCredit,
} from './credit-artists.ts'
import type { FileResult } from './file-reader.ts'
import { orderTracks } from './order-tracks.ts'
import type { ReadFile } from './read-file.ts'

export const VARIOUS_ARTISTS: Named = {
  name: 'Various Artists',
  mbid: '89ad4ac3-39f7-470e-963a-56509c546377',
}
export const UNKNOWN_ARTIST: Named = { name: 'Unknown Artist', mbid: '' }
const LOOSE_TRACKS = 'Singles'
/** Record labels and release types of an album. */
const MAX_NAMES = 32

/** A track with the data of its file. */
export interface ImportedTrack extends Pick<Tags, 'gains' | 'mbid' | 'isrc' | 'remarks' | 'chapters'> {
  readonly file: CollectionFile
  readonly title: string
  /** What it is sorted by as its tags have it, '' if they do not. */
  readonly sortTitle: string
  /** The main artist first, guests last. */
  readonly artists: readonly CreditedName[]
  readonly credit: string
  readonly credits: readonly OtherCredit[]
  /** Folded names whose standing alone elsewhere in the collection decides about these artists. */
  readonly questions: readonly string[]
  readonly genres: readonly string[]
  readonly disc: number
  readonly discTitle: string
  readonly number: number
  /** Orders it among tracks of the same disc and number; '' if there are none. */
  readonly fileOrder: string
  readonly audio: AudioInfo
  readonly lyrics: Lyrics | undefined
  /** Of a cut: where it begins in its file, in samples. */
  readonly first: number | undefined
}

/** Texts of an album that look broken. */
interface BrokenTexts extends GuessedCharsets {
  /** Whether the operator can have them read in one of the character sets by `TAG_CHARSET`. */
  readonly takesCharset: boolean
}

export interface ImportedAlbum {
  /** Identifies the album: see `albumKey`. */
  readonly key: string
  /** Path relative to the root of the collection. */
  readonly folder: string
  readonly title: string
  /** True if no track has an album in its tags, so that the title is the folder's name. */
  readonly isNamedByFolder: boolean
  readonly brokenTexts: BrokenTexts | undefined
  /** As tracks have it most often, '' if none does. */
  readonly sortTitle: string
  readonly artist: Named
  readonly otherArtists: readonly Named[]
  readonly compilation: boolean
  readonly mbid: string
  /** `2024`, `2024-05` or `2024-05-03`, '' if unknown. */
  readonly releaseDate: string
  /** `2024`, `2024-05` or `2024-05-03`, '' if unknown. */
  readonly originalDate: string
  readonly recordLabels: readonly string[]
  readonly releaseTypes: readonly string[]
  /** Sorted by disc, number and file. */
  readonly tracks: readonly ImportedTrack[]
  /** Distinct hashes of the embedded covers, in track order, with the files that have them. */
  readonly embedded: ReadonlyMap<string, readonly string[]>
}

interface Candidate extends ImportedTrack {
  readonly album: string
  readonly isAlbumFromFolder: boolean
  readonly doubtful: readonly string[]
  readonly takesCharset: boolean
  readonly sortAlbum: string
  readonly albumArtist: Named | undefined
  /** Artists of the album as its tags declare them, the first included. */
  readonly albumArtists: readonly Named[]
  readonly albumMbid: string
  readonly compilation: boolean
  readonly date: string
  readonly originalDate: string
  readonly recordLabels: readonly string[]
  readonly releaseTypes: readonly string[]
  readonly picture: string
}

const NO_EVIDENCE: NameEvidence = { rule: DEFAULT_RULE, stands: () => false }

/**
 * Phase 3: groups the files of a folder into albums by their tags. Pure.
 * Tracks with the same album title belong together unless their album artists or MusicBrainz releases differ.
 */
export function groupAlbums(
  folder: AlbumFolder,
  results: readonly FileResult[],
  evidence: NameEvidence = NO_EVIDENCE,
): ImportedAlbum[] {
  const files = new Map(folder.files.map(file => [file.path, file]))
  const candidates = results.flatMap(result =>
    'problem' in result ? [] : [candidate(files.get(result.path)!, result, evidence)],
  )
  const byTitle = Map.groupBy(candidates, one => foldName(one.album))
  return Array.from(byTitle.values())
    .flatMap(splitByArtist)
    .flatMap(({ artist, tracks }) => splitByRelease(tracks).map(part => toAlbum(folder.folder, artist, part)))
}

function candidate(file: CollectionFile, read: ReadFile, evidence: NameEvidence): Candidate {
  const { tags } = read
  const path = namesFromPath(file.inside)
  const fallback = path.artist ? { name: path.artist, mbid: '' } : UNKNOWN_ARTIST
  const artists = creditArtists(tags, fallback, evidence)
  const leads = artists.filter(({ role }) => role === 'main')
  const albumArtists = leadAlbumArtists(tags, evidence)
  return {
    file,
    title: tags.title || path.title,
    sortTitle: tags.sortTexts.title,
    artists,
    credit: tags.credit || leads.map(artist => artist.name).join(', '),
    credits: creditOthers(tags, artists, evidence.rule),
    questions: listTrackQuestions(tags, evidence.rule),
    genres: splitGenres(tags.genres, evidence.rule),
    disc: tags.disc || path.disc || parseDiscNumber(tags.album) || 1,
    discTitle: tags.discTitle,
    number: tags.number || path.number,
    fileOrder: '',
    audio: read.audio,
    gains: tags.gains,
    mbid: tags.mbid,
    isrc: tags.isrc,
    remarks: tags.remarks,
    lyrics: read.lyrics,
    chapters: tags.chapters,
    first: read.first,
    album: tags.album || path.album || LOOSE_TRACKS,
    isAlbumFromFolder: tags.album === '' && path.album !== '',
    doubtful: read.doubtful,
    takesCharset: read.takesCharset,
    sortAlbum: tags.sortTexts.album,
    albumArtist: declaredArtist(albumArtists) ?? singleArtist(tags.album, path.album, leads),
    albumArtists,
    albumMbid: tags.albumMbid,
    compilation: tags.compilation,
    date: tags.date,
    originalDate: tags.originalDate,
    recordLabels: tags.recordLabels,
    releaseTypes: tags.releaseTypes,
    picture: read.picture,
  }
}

function declaredArtist([first]: readonly Named[]): Named | undefined {
  return first && isVarious(first) ? VARIOUS_ARTISTS : first
}

function isVarious(artist: Named): boolean {
  return artist.mbid === VARIOUS_ARTISTS.mbid || /^(various( artists)?|v\.?a\.?)$/.test(foldName(artist.name))
}

/** Tracks without an album tag and folder are singles of their artist, not a compilation. */
function singleArtist(tag: string, folder: string, artists: readonly Named[]): Named | undefined {
  return tag === '' && folder === '' ? artists[0] : undefined
}

const sameArtist = (artist: Named) => foldName(artist.name)

/** Tracks without an album artist join the only declared one; if there is none, several artists make a compilation. */
function splitByArtist(tracks: readonly Candidate[]): { artist: Named; tracks: Candidate[] }[] {
  const groups = Map.groupBy(tracks, track => (track.albumArtist ? sameArtist(track.albumArtist) : ''))
  const undeclared = groups.get('') ?? []
  groups.delete('')
  const parts = Array.from(groups.values(), group => ({ artist: withSortName(group), tracks: group }))
  if (undeclared.length === 0) return parts
  if (parts.length === 1) return [{ artist: parts[0]!.artist, tracks: [...parts[0]!.tracks, ...undeclared] }]
  const artists = Map.groupBy(undeclared, track => sameArtist(track.artists[0]!))
  const various = artists.size > 1
  return [...parts, { artist: various ? VARIOUS_ARTISTS : undeclared[0]!.artists[0]!, tracks: undeclared }]
}

/** The artist of an album that its tracks declare, with a sort name if any of them has one. */
function withSortName(tracks: readonly Candidate[]): Named {
  const artist = tracks[0]!.albumArtist!
  const sortName = tracks.find(track => track.albumArtist?.sortName)?.albumArtist?.sortName
  return sortName ? { ...artist, sortName } : artist
}

/** Tracks without a release id join the first release. */
function splitByRelease(tracks: readonly Candidate[]): Candidate[][] {
  const first = tracks.find(track => track.albumMbid !== '')?.albumMbid ?? ''
  return Array.from(Map.groupBy(tracks, track => track.albumMbid || first).values())
}

function toAlbum(folder: string, artist: Named, unordered: readonly Candidate[]): ImportedAlbum {
  const tracks = orderTracks(unordered)
  const mbid = tracks.find(track => track.albumMbid !== '')?.albumMbid ?? ''
  const title = mostFrequent(tracks.map(track => track.album))
  return {
    key: albumKey(artist, title, mbid, folder),
    folder,
    title,
    isNamedByFolder: tracks.every(track => track.isAlbumFromFolder),
    brokenTexts: findBrokenTexts(tracks),
    sortTitle: mostFrequent(tracks.map(track => track.sortAlbum).filter(Boolean)),
    artist,
    otherArtists: findOtherArtists(artist, tracks),
    compilation: isVarious(artist) || tracks.every(track => track.compilation),
    mbid,
    releaseDate: mostFrequent(tracks.map(track => track.date).filter(Boolean)),
    originalDate: mostFrequent(tracks.map(track => track.originalDate).filter(Boolean)),
    recordLabels: distinctNames(tracks.flatMap(track => track.recordLabels)),
    releaseTypes: distinctNames(tracks.flatMap(track => track.releaseTypes)),
    tracks,
    embedded: groupCovers(tracks),
  }
}

/** The artists that any track declares for the album; if none does, those of every track. The first one and "Various Artists" are left out. */
function findOtherArtists(first: Named, tracks: readonly Candidate[]): Named[] {
  const declared = tracks.flatMap(track => track.albumArtists)
  const common = tracks[0]!.artists.filter(
    artist => artist.role === 'main' && tracks.every(track => isMainOn(track, artist)),
  )
  const others = declared.length > 0 ? declared : common
  const byName = new Map(others.toReversed().map(artist => [sameArtist(artist), artist]))
  const names = new Set(others.map(sameArtist))
  names.delete(sameArtist(first))
  if (isVarious(first)) return []
  return [...names]
    .map(name => byName.get(name)!)
    .filter(artist => !isVarious(artist))
    .slice(0, MAX_NAMES)
}

const isMainOn = ({ artists }: Candidate, artist: Named) =>
  artists.some(one => one.role === 'main' && sameArtist(one) === sameArtist(artist))

function findBrokenTexts(tracks: readonly Candidate[]): BrokenTexts | undefined {
  const guess = guessCharsets(tracks.flatMap(track => track.doubtful))
  return guess && { ...guess, takesCharset: tracks.some(track => track.takesCharset) }
}

function groupCovers(tracks: readonly Candidate[]): Map<string, string[]> {
  const covers = new Map<string, string[]>()
  for (const { picture, file } of tracks)
    if (picture) covers.set(picture, [...new Set(covers.get(picture)).add(filePathOf(file.path))])
  return covers
}

/**
 * Identifies an album by artist, title, and MusicBrainz release or folder. Not by year: different years under one
 * title in one folder only mean that the tags disagree.
 */
function albumKey(artist: Named, title: string, mbid: string, folder: string): string {
  return [artist.mbid || foldName(artist.name), foldName(title), mbid || folder].join('\n')
}

function distinctNames(names: readonly string[]): string[] {
  return [...new Map(names.map(name => [foldName(name), name])).values()].slice(0, MAX_NAMES)
}

/** The most frequent text; on a tie the longest, then the first alphabetically. */
function mostFrequent(texts: readonly string[]): string {
  const counts = Array.from(
    Map.groupBy(texts, text => text),
    ([text, all]) => ({ text, count: all.length }),
  )
  counts.sort((a, b) => b.count - a.count || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
  return counts[0]?.text ?? ''
}
