import type { IAudioMetadata } from 'music-metadata'
import { cleanText } from '../tag-text.ts'

/** Of one field. */
export const MAX_VALUES = 32
const MBID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** A field of people before the rule of names is applied. */
export interface WrittenNames {
  readonly values: readonly string[]
  /** A slash without blanks may separate, as in ID3v2.3. */
  readonly isSlashed: boolean
  /** Each value is one name: a field of its own lists them. */
  readonly isList: boolean
  /** MusicBrainz artist ids in the order of the names. */
  readonly ids: readonly string[]
}

export const NO_NAMES: WrittenNames = { values: [], isSlashed: false, isList: false, ids: [] }

interface Field {
  readonly values: readonly string[] | undefined
  readonly ids: readonly unknown[] | undefined
  /** Ids of the frames in ID3v2.3 and ID3v2.2, where the library has taken the text apart. */
  readonly frames: readonly string[]
  /** Where the names are listed one by one. */
  readonly list: string
  /** The free frame of the ids, which the library does not know in ID3v2.2. */
  readonly idFrame: string
}

/** Artists, album artists and the credit of a track as the tags have them. @param slashTexts see slash-texts.ts */
export function readWrittenNames(metadata: IAudioMetadata, slashTexts: ReadonlyMap<string, string>) {
  const { common } = metadata
  const artists = readField(metadata, slashTexts, {
    values: common.artists,
    ids: common.musicbrainz_artistid,
    frames: ['TPE1', 'TP1'],
    list: 'ARTISTS',
    idFrame: 'MUSICBRAINZ ARTIST ID',
  })
  const albumArtists = readField(metadata, slashTexts, {
    values: common.albumartists,
    ids: common.musicbrainz_albumartistid,
    frames: ['TPE2', 'TP2'],
    list: 'ALBUMARTISTS',
    idFrame: 'MUSICBRAINZ ALBUM ARTIST ID',
  })
  const text = findSlashText(metadata, ['TPE1', 'TP1'], slashTexts)
  const isFromOld = text !== undefined && cleanText(text).startsWith(cleanText(common.artist))
  const written = cleanText(isFromOld ? text.replaceAll('\0', ', ') : common.artist)
  // Where the credit is only the first of several artists, all are named.
  const isFirst = artists.values.length > 1 && written === artists.values[0]
  return { artists, albumArtists, credit: isFirst ? cleanText(artists.values.join(', ')) : written }
}

function readField(
  metadata: IAudioMetadata,
  slashTexts: ReadonlyMap<string, string>,
  { values = [], ids = [], frames, list, idFrame }: Field,
): WrittenNames {
  const given = ids.length > 0 ? ids : [slashTexts.get(`TXXX:${idFrame}`)]
  const idsRead = given.flatMap(id => (typeof id === 'string' ? (id.toLowerCase().match(MBID) ?? []) : []))
  for (const candidates of [frames, [`TXXX:${list}`]]) {
    const text = findSlashText(metadata, candidates, slashTexts)
    if (text === undefined || !isSame(text, values)) continue
    // The library does not know such a list in ID3v2.2.
    const several = (slashTexts.get(`TXXX:${list}`) ?? text).split('\0')
    return { values: cleanValues(several), isSlashed: true, isList: false, ids: idsRead }
  }
  const isList = values.length > 1 && hasNative(metadata, list)
  return { values: cleanValues(values), isSlashed: false, isList, ids: idsRead }
}

/** The texts of a field, normalized and without empty ones. */
export const cleanValues = (values: readonly unknown[]) =>
  values
    .slice(0, MAX_VALUES)
    .map(value => cleanText(value))
    .filter(Boolean)

/** The text of a frame of ID3v2.3 or ID3v2.2, as written if that was read; undefined if there is none. */
export function findSlashText(
  { native }: IAudioMetadata,
  frames: readonly string[],
  slashTexts: ReadonlyMap<string, string>,
): string | undefined {
  const old = native['ID3v2.3'] ?? native['ID3v2.2'] ?? []
  const pieces = old.filter(({ id }) => frames.includes(id.toUpperCase())).map(({ value }) => String(value))
  if (pieces.length === 0) return undefined
  const written = frames.map(id => slashTexts.get(id)).find(text => text !== undefined)
  return written !== undefined && isSame(written, pieces) ? written : pieces.join('/')
}

/** Whether the library has made these values of a text. It keeps equal ones once. */
export function isSame(text: string, values: readonly string[]): boolean {
  const pieces = text.split(text.includes('\0') ? '\0' : '/').map(piece => piece.trim())
  const distinct = [...new Set(pieces)]
  const isTaken = (made: readonly string[]) =>
    made.length === values.length && made.every((one, n) => one === values[n])
  return isTaken(pieces) || isTaken(distinct) || isTaken([text.trim()])
}

function hasNative({ native }: IAudioMetadata, name: string): boolean {
  return Object.values(native).some(tags =>
    tags.some(({ id }) => id.toUpperCase().split(':').at(-1) === name),
  )
}
