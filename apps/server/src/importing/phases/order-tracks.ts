import { foldName } from '@refrain/contract/fold-name'

/** Longest text that orders files, for the index that holds it. */
const MAX_TEXT = 200
/** Longer numbers are ordered as texts. */
const DIGITS = 12

interface Ordered {
  readonly disc: number
  readonly number: number
  readonly fileOrder: string
  readonly file: { readonly path: string; readonly name: string }
}

/**
 * Sorts tracks by disc and number; those without a number, or with the same, by the natural order of their files: `2`
 * before `10`.
 */
export function orderTracks<Track extends Ordered>(tracks: readonly Track[]): Track[] {
  const places = Map.groupBy(tracks, track => `${track.disc}.${track.number}`)
  return tracks
    .map(track => {
      const isAlone = track.number > 0 && places.get(`${track.disc}.${track.number}`)?.length === 1
      return { ...track, fileOrder: isAlone ? '' : naturalOrder(track.file.name) }
    })
    .sort(
      (a, b) =>
        a.disc - b.disc ||
        a.number - b.number ||
        compare(a.fileOrder, b.fileOrder) ||
        compare(a.file.path, b.file.path),
    )
}

/** A text whose order is the natural one of the names: numbers have leading zeros. */
export function naturalOrder(name: string): string {
  return foldName(name)
    .replace(/\d+/g, digits => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0'))
    .slice(0, MAX_TEXT)
    .toWellFormed()
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
