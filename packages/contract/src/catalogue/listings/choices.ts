/** What songs can be listed by. */
export const SONG_SORTS = ['name', 'added', 'released', 'plays', 'lastPlayed', 'length', 'random'] as const
export const ALBUM_SORTS = [...SONG_SORTS] as const
export const ARTIST_SORTS = ['name', 'added', 'followers', 'lastPlayed', 'random'] as const

/** What any listing can be sorted by. */
export type ListingSort = (typeof SONG_SORTS)[number] | (typeof ARTIST_SORTS)[number]

/** Formats of audio files that listings can be filtered by. */
export const FORMATS = [
  'aac',
  'alac',
  'ape',
  'dsd',
  'flac',
  'matroska',
  'mp3',
  'musepack',
  'opus',
  'pcm',
  'tta',
  'vorbis',
  'wavpack',
  'wma',
] as const
export type Format = (typeof FORMATS)[number]

/** Those that keep every sample; the few lossy files in WavPack count as such, too. */
export const LOSSLESS_FORMATS: readonly Format[] = ['alac', 'ape', 'dsd', 'flac', 'pcm', 'tta', 'wavpack']

/** Sorts whose greatest values come first unless the listener reverses them: what is newest or most. */
export const FALLING_SORTS: ReadonlySet<ListingSort> = new Set<ListingSort>([
  'added',
  'released',
  'plays',
  'followers',
  'lastPlayed',
  'length',
])

/** Years of a decade, which is named by its first. */
export const DECADE = 10

/** Rows on one page. */
export const SORTED_PAGE = 50

/** Letters of the names that a listing begins at. */
export const LONGEST_START = 16
