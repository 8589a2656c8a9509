/** What songs can be listed by. */
export const SONG_SORTS = ['name', 'added', 'released', 'plays', 'lastPlayed', 'length', 'random'] as const
export const ALBUM_SORTS = SONG_SORTS
export const ARTIST_SORTS = ['name', 'added', 'followers', 'lastPlayed', 'random'] as const

export type SongSort = (typeof SONG_SORTS)[number]
export type ArtistSort = (typeof ARTIST_SORTS)[number]
/** What any listing can be sorted by. */
export type ListingSort = SongSort | ArtistSort

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
