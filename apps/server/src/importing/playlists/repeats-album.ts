/** A track of an album, in the album's order. */
export interface AlbumTrack {
  readonly id: string
  readonly disc: number
}

/**
 * Whether a list only repeats an album or one of its discs, as rippers write one beside the files: all tracks, in the album's order.
 * Some lines may have found none, such as those of files that could not be read.
 * @param lines number of entries of the list
 * @param trackIds tracks of those that were found, in the list's order
 * @param album the album of the first of them
 */
export function repeatsAlbum(
  lines: number,
  trackIds: readonly string[],
  album: readonly AlbumTrack[],
): boolean {
  if (trackIds.length * 2 <= lines) return false
  const discs = [...Map.groupBy(album, ({ disc }) => disc).values()]
  return [album, ...discs].some(
    tracks => tracks.length === trackIds.length && tracks.every(({ id }, n) => id === trackIds[n]),
  )
}
