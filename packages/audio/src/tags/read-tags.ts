import type { IAudioMetadata, IPicture } from 'music-metadata'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { parseMetadata } from './parse-metadata.ts'
import { type Gains, readGains } from './read-gain.ts'
import { type Lyrics, readLyrics } from './read-lyrics.ts'
import { cleanText, MAX_TEXT } from './tag-text.ts'

const MAX_NAMES = 32
const MAX_GENRE = 64
const MAX_NUMBER = 9_999
const NAME_SEPARATORS = /[;\0]/
/** No type of a release contains a comma or a slash. */
const TYPE_SEPARATORS = /[;,/\0]/
const MBID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Cleaned tags of a file; '' and 0 for missing ones. */
export interface Tags {
  readonly title: string
  /** All artists as written, including "feat.". */
  readonly credit: string
  readonly artists: readonly Named[]
  readonly albumArtists: readonly Named[]
  readonly album: string
  /** MusicBrainz release id. */
  readonly albumMbid: string
  /** MusicBrainz recording id. */
  readonly mbid: string
  readonly compilation: boolean
  readonly genres: readonly string[]
  readonly disc: number
  readonly number: number
  /** `2024`, `2024-05` or `2024-05-03`. */
  readonly date: string
  /** When the album first came out, which may have been in another release; in the same form. */
  readonly originalDate: string
  readonly recordLabels: readonly string[]
  /** As MusicBrainz names them: "album", "live". */
  readonly releaseTypes: readonly string[]
  /** Title of the disc in its set. */
  readonly discTitle: string
  readonly gains: Gains
  readonly lyrics: Lyrics | undefined
}

export interface Named {
  readonly name: string
  /** MusicBrainz artist id, '' where unknown. */
  readonly mbid: string
}

/**
 * Reads the tags of an open file. Unreadable tags count as missing; `isDamaged` if there are any. The picture is the front cover, else the
 * first one that is not an icon.
 * @param options `skipsPictures` for a file whose pictures are known, see find-pictures.ts
 */
export async function readTags(
  bytes: FileBytes,
  { skipsPictures = false } = {},
): Promise<{ tags: Tags; picture: Uint8Array | undefined; isDamaged: boolean }> {
  const { metadata, isDamaged = false } = (await parseMetadata(bytes, skipsPictures)) ?? {}
  return {
    tags: metadata ? toTags(metadata) : NO_TAGS,
    picture: chooseCover(metadata?.common.picture ?? [])?.data,
    isDamaged,
  }
}

const NO_TAGS: Tags = {
  title: '',
  credit: '',
  artists: [],
  albumArtists: [],
  album: '',
  albumMbid: '',
  mbid: '',
  compilation: false,
  genres: [],
  disc: 0,
  number: 0,
  date: '',
  originalDate: '',
  recordLabels: [],
  releaseTypes: [],
  discTitle: '',
  gains: { trackGain: null, albumGain: null, trackPeak: null, albumPeak: null },
  lyrics: undefined,
}

function toTags(metadata: IAudioMetadata): Tags {
  const { common } = metadata
  const artists = named(unsplit(metadata, common.artists, 'TPE1'), common.musicbrainz_artistid)
  const albumArtists = named(unsplit(metadata, common.albumartists, 'TPE2'), common.musicbrainz_albumartistid)
  return {
    title: cleanText(common.title),
    credit: creditOf(cleanText(common.artist), artists),
    artists,
    albumArtists,
    album: cleanText(common.album),
    albumMbid: mbid(common.musicbrainz_albumid),
    mbid: mbid(common.musicbrainz_recordingid),
    compilation: common.compilation === true,
    genres: splitNames(common.genre, NAME_SEPARATORS, MAX_GENRE),
    disc: countOf(common.disk.no),
    number: countOf(common.track.no),
    date: dateOf(common.date) || dateOf(common.releasedate) || dateOf(common.year),
    originalDate: dateOf(common.originaldate) || dateOf(common.originalyear),
    recordLabels: splitNames(common.label, NAME_SEPARATORS, MAX_TEXT),
    releaseTypes: splitNames(common.releasetype, TYPE_SEPARATORS, MAX_GENRE),
    // One text, although the library declares a list.
    discTitle: cleanText([common.discsubtitle].flat()[0]),
    gains: readGains(metadata),
    lyrics: readLyrics(common),
  }
}

/**
 * Before ID3v2.4 the library splits names at every "/", AC/DC included: the number of ids shows whether that
 * is right.
 */
function unsplit({ native, common }: IAudioMetadata, names: string[] | undefined, frame: string): string[] {
  if (!names) return []
  const old = (native['ID3v2.3'] ?? native['ID3v2.2'] ?? []).filter(
    tag => tag.id === frame || tag.id === frame.replace('PE', 'P'),
  )
  const pieces = old.map(tag => String(tag.value))
  const ids = (frame === 'TPE1' ? common.musicbrainz_artistid : common.musicbrainz_albumartistid) ?? []
  const split = pieces.length > 1 && pieces.length === names.length && ids.length !== pieces.length
  return split && pieces.every((piece, n) => piece === names[n]) ? [pieces.join('/')] : names
}

function named(names: readonly string[], ids: readonly string[] | undefined): Named[] {
  const cleaned = names.slice(0, MAX_NAMES).map(name => cleanText(name))
  const known = ids?.length === names.length ? ids : []
  const all = cleaned.map((name, n) => ({ name, mbid: mbid(known[n]) })).filter(one => one.name !== '')
  return all.filter((one, n) => all.findIndex(other => other.name === one.name) === n)
}

/**
 * The credit as written. Rejoined names stay as they were; if the credit names only the first of several
 * artists, all are named.
 */
function creditOf(written: string, artists: readonly Named[]): string {
  const first = artists[0]?.name ?? ''
  if (artists.length === 1 && written.replaceAll(/ & |, /g, '/') === first) return first
  return artists.length > 1 && written === first ? artists.map(artist => artist.name).join(', ') : written
}

/** Distinct names from a tag that has several values or several names in one value. */
function splitNames(written: readonly string[] | undefined, separators: RegExp, longest: number): string[] {
  const names = (written ?? []).flatMap(text => (typeof text === 'string' ? text.split(separators) : []))
  return [...new Set(names.map(name => cleanText(name, longest)).filter(Boolean))].slice(0, MAX_NAMES)
}

function mbid(id: unknown): string {
  const text = typeof id === 'string' ? id.trim().toLowerCase() : ''
  return MBID.test(text) ? text : ''
}

function countOf(value: number | null): number {
  return value !== null && Number.isInteger(value) && value > 0 && value <= MAX_NUMBER ? value : 0
}

/** The plausible part of a date: year, month, day. */
function dateOf(value: unknown): string {
  const found = /^\s*(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2}))?)?/.exec(String(value ?? ''))
  const [year, month, day] = [found?.[1], found?.[2], found?.[3]]
  if (!year || year === '0000' || Number(year) > new Date().getUTCFullYear() + 1) return ''
  if (!month || Number(month) < 1 || Number(month) > 12) return year
  const whole = `${year}-${month}-${day}`
  const instant = new Date(`${whole}T00:00:00Z`)
  return day && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(whole)
    ? whole
    : `${year}-${month}`
}

function chooseCover(pictures: readonly IPicture[]): IPicture | undefined {
  const front = pictures.find(picture => /front/i.test(picture.type ?? ''))
  return front ?? pictures.find(picture => !/icon/i.test(picture.type ?? ''))
}
