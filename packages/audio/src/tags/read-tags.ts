import { type IAudioMetadata, type IPicture, parseFromTokenizer } from 'music-metadata'
import { type FileBytes, firstBytes } from '../bytes/file-bytes.ts'
import { detectContainer } from '../formats.ts'
import { BytesTokenizer } from './bytes-tokenizer.ts'
import { doubtfulTexts, LATIN_1, repairMetadata } from './letters/repair-metadata.ts'
import { preferApe } from './prefer-ape.ts'
import { readDates } from './read-date.ts'
import { type Gains, readGains } from './read-gain.ts'
import { type Lyrics, readLyrics } from './read-lyrics.ts'
import { readPlace } from './read-place.ts'
import { cleanText, MAX_TEXT } from './tag-text.ts'

const MAX_NAMES = 32
const MAX_GENRE = 64
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
  /** Title of the disc in its set; of a record's side, which is a disc: "Side A". */
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
 * Reads the tags of an open file. Unreadable tags count as missing. The picture is the front cover, else the
 * first one that is not an icon.
 * @param options `skipsPictures` for a file whose pictures are known, see find-pictures.ts; `letters` if texts are not in Latin-1
 * @returns with the texts that may be in another character set, for those of the whole album
 */
export async function readTags(
  bytes: FileBytes,
  { skipsPictures = false, letters = LATIN_1 } = {},
): Promise<{ tags: Tags; picture: Uint8Array | undefined; doubtful: string[] }> {
  const metadata = await parse(bytes, skipsPictures)
  if (metadata) {
    preferApe(metadata)
    repairMetadata(metadata, bytes, letters)
  }
  return {
    tags: metadata ? toTags(metadata) : NO_TAGS,
    doubtful: metadata && !letters.charset ? doubtfulTexts(metadata) : [],
    picture: chooseCover(metadata?.common.picture ?? [])?.data,
  }
}

async function parse(bytes: FileBytes, skipCovers: boolean): Promise<IAudioMetadata | undefined> {
  try {
    const container = detectContainer(bytes)
    const part = container.tagsEnd ? firstBytes(bytes, container.tagsEnd(bytes)) : bytes
    const tokenizer = new BytesTokenizer(part, container.mimeType)
    return await parseFromTokenizer(tokenizer, { duration: false, skipCovers })
  } catch {
    // Any error of the library is caused by the file.
    return undefined
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
  const { disc, number, side } = readPlace(metadata)
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
    disc,
    number,
    ...readDates(metadata),
    recordLabels: splitNames(common.label, NAME_SEPARATORS, MAX_TEXT),
    releaseTypes: splitNames(common.releasetype, TYPE_SEPARATORS, MAX_GENRE),
    // One text, although the library declares a list.
    discTitle: cleanText([common.discsubtitle].flat()[0]) || (side && `Side ${side}`),
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

function chooseCover(pictures: readonly IPicture[]): IPicture | undefined {
  const front = pictures.find(picture => /front/i.test(picture.type ?? ''))
  return front ?? pictures.find(picture => !/icon/i.test(picture.type ?? ''))
}
