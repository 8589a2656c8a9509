import type { IAudioMetadata } from 'music-metadata'
import { nativeTexts } from '../native-text.ts'
import { cleanText } from '../tag-text.ts'
import { findGuests } from './find-guests.ts'
import type { NameRule } from './name-rule.ts'
import { type CreditedName, type Stands, splitNames } from './split-names.ts'
import { NO_NAMES } from './written-names.ts'

const MAX_VALUES = 32
const FREE_ATOM = '----:COM.APPLE.ITUNES:'

/** By what a file is sorted, as its tags say; '' or nothing where they do not. */
export interface SortTexts {
  readonly artists: readonly string[]
  readonly albumArtists: readonly string[]
  readonly album: string
  readonly title: string
}

export const NO_SORT_TEXTS: SortTexts = { artists: [], albumArtists: [], album: '', title: '' }

/** Reads the fields for sorting. */
export function readSortTexts(metadata: IAudioMetadata): SortTexts {
  const read = (name: string, ...ids: readonly string[]) =>
    nativeTexts(metadata, [name, `${FREE_ATOM}${name}`, ...ids])
      .slice(0, MAX_VALUES)
      .map(text => cleanText(text))
      .filter(Boolean)
  return {
    artists: read('ARTISTSORT', 'TSOP', 'TSP', 'SOAR', 'WM/ARTISTSORTORDER', 'TRACK:ARTISTSORT'),
    albumArtists: read(
      'ALBUMARTISTSORT',
      'TSO2',
      'TS2',
      'SOAA',
      'WM/ALBUMARTISTSORTORDER',
      'ALBUM:ARTISTSORT',
    ),
    album: read('ALBUMSORT', 'TSOA', 'TSA', 'SOAL', 'WM/ALBUMSORTORDER')[0] ?? '',
    title: read('TITLESORT', 'TSOT', 'TST', 'SONM', 'WM/TITLESORTORDER')[0] ?? '',
  }
}

/**
 * Gives the main ones of some names their sort names, where there is one for each: a text such as `Cave, Nick & Ellis, Warren`
 * does not tell whose is which.
 * @param texts of the field for sorting
 */
export function giveSortNames(
  names: readonly CreditedName[],
  texts: readonly string[],
  rule: NameRule,
  stands: Stands,
): CreditedName[] {
  const [first] = texts
  if (first === undefined) return [...names]
  const leads = names.filter(({ role }) => role === 'main')
  if (texts.length === names.length && names.length > 1)
    return names.map((one, n) => (one.role === 'main' ? { ...one, sortName: texts[n]! } : one))
  // The comma in the sort name of a single artist separates nothing, whatever the rule says.
  const sortNames =
    leads.length === 1 && texts.length === 1
      ? [cleanText(findGuests(first, rule, stands).lead)]
      : splitNames({ ...NO_NAMES, values: texts }, rule, stands)
          .filter(({ role }) => role === 'main')
          .map(({ name }) => name)
  if (sortNames.length !== leads.length) return [...names]
  return names.map(one => {
    const sortName = sortNames[leads.indexOf(one)]
    return sortName ? { ...one, sortName } : one
  })
}
