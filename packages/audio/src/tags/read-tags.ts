import type { IAudioMetadata, IPicture } from 'music-metadata'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { doubtfulTexts, LATIN_1, repairMetadata, takesCharset } from './letters/repair-metadata.ts'
import { readSlashTexts } from './names/slash-texts.ts'
import { NO_SORT_TEXTS, readSortTexts, type SortTexts } from './names/sort-names.ts'
import { readWrittenCredits, type WrittenCredit } from './names/written-credits.ts'
import { NO_NAMES, readWrittenNames, type WrittenNames } from './names/written-names.ts'
import { nativeText } from './native-text.ts'
import { parseMetadata } from './parse-metadata.ts'
import { preferApe } from './prefer-ape.ts'
import { type Chapter, readChapters } from './read-chapters.ts'
import { readDates } from './read-date.ts'
import { type Gains, readGains } from './read-gain.ts'
import { readIsrc } from './read-isrc.ts'
import { type Lyrics, readLyrics } from './read-lyrics.ts'
import { readPlace } from './read-place.ts'
import { NO_REMARKS, type Remarks, readRemarks } from './read-remarks.ts'
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
  readonly artists: WrittenNames
  readonly albumArtists: WrittenNames
  /** People of other roles. */
  readonly credits: readonly WrittenCredit[]
  readonly sortTexts: SortTexts
  readonly album: string
  /** MusicBrainz release id. */
  readonly albumMbid: string
  /** MusicBrainz recording id. */
  readonly mbid: string
  /** International Standard Recording Code of 12 characters. */
  readonly isrc: string
  readonly compilation: boolean
  /** As written: see split-genres.ts. */
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
  readonly chapters: readonly Chapter[]
  readonly remarks: Remarks
}

export interface Named {
  readonly name: string
  /** MusicBrainz artist id, '' where unknown. */
  readonly mbid: string
  /** As tags have it. */
  readonly sortName?: string
}

interface ReadTags {
  readonly tags: Tags
  readonly picture: Uint8Array | undefined
  /** Texts that may be in another character set. */
  readonly doubtful: readonly string[]
  /** True if some of these look broken, and a forced character set would read them. */
  readonly takesCharset: boolean
  readonly isDamaged: boolean
  /** A cue sheet that is among the tags, '' without one. */
  readonly cueSheet: string
}

/**
 * Reads the tags of an open file. Unreadable tags count as missing; `isDamaged` if there are any. The picture is the front cover, else the
 * first one that is not an icon.
 * @param options `skipsPictures` for a file whose pictures are known, see find-pictures.ts; `letters` if texts are not in Latin-1
 * @returns with the texts that may be in another character set, for those of the whole album
 */
export async function readTags(
  bytes: FileBytes,
  { skipsPictures = false, letters = LATIN_1 } = {},
): Promise<ReadTags> {
  const { metadata, isDamaged = false } = (await parseMetadata(bytes, skipsPictures)) ?? {}
  const slashTexts = readSlashTexts(bytes)
  if (metadata) {
    preferApe(metadata)
    repairMetadata(metadata, slashTexts, bytes, letters)
  }
  const doubtful = metadata ? doubtfulTexts(metadata) : []
  return {
    tags: metadata ? toTags(metadata, slashTexts) : NO_TAGS,
    doubtful,
    takesCharset: metadata !== undefined && takesCharset(metadata, bytes, doubtful),
    picture: chooseCover(metadata?.common.picture ?? [])?.data,
    isDamaged,
    cueSheet: metadata ? nativeText(metadata, ['CUESHEET']) : '',
  }
}

const NO_TAGS: Tags = {
  title: '',
  credit: '',
  artists: NO_NAMES,
  albumArtists: NO_NAMES,
  credits: [],
  sortTexts: NO_SORT_TEXTS,
  album: '',
  albumMbid: '',
  mbid: '',
  isrc: '',
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
  chapters: [],
  remarks: NO_REMARKS,
}

function toTags(metadata: IAudioMetadata, slashTexts: ReadonlyMap<string, string>): Tags {
  const { common } = metadata
  const { disc, number, side } = readPlace(metadata)
  return {
    title: cleanText(common.title),
    ...readWrittenNames(metadata, slashTexts),
    credits: readWrittenCredits(metadata, slashTexts),
    sortTexts: readSortTexts(metadata),
    album: cleanText(common.album),
    albumMbid: mbid(common.musicbrainz_albumid),
    mbid: mbid(common.musicbrainz_recordingid),
    isrc: readIsrc([common.isrc].flat()[0]),
    compilation: common.compilation === true,
    genres: distinctTexts(common.genre, /\0/, MAX_TEXT),
    disc,
    number,
    ...readDates(metadata),
    recordLabels: distinctTexts(common.label, NAME_SEPARATORS, MAX_TEXT),
    releaseTypes: distinctTexts(common.releasetype, TYPE_SEPARATORS, MAX_GENRE),
    // One text, although the library declares a list.
    discTitle: cleanText([common.discsubtitle].flat()[0]) || (side && `Side ${side}`),
    gains: readGains(metadata),
    lyrics: readLyrics(common),
    remarks: readRemarks(metadata),
    chapters: readChapters(metadata),
  }
}

/** Distinct names from a tag that has several values or several names in one value. */
function distinctTexts(
  written: readonly string[] | undefined,
  separators: RegExp,
  longest: number,
): string[] {
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
