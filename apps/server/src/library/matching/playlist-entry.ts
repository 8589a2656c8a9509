/** A track as a playlist file describes it. */
export interface Entry {
  /** '' if it only has a path. */
  readonly title: string
  readonly artist?: string | undefined
  readonly album?: string | undefined
  readonly seconds?: number | undefined
  /** Of its file, as its list has it. */
  readonly path?: string | undefined
  /** Where its file may be if the list lies in the collection: whole paths, the likelier ones first. */
  readonly places?: readonly string[] | undefined
}

/** Playlist files round to seconds, and encoders add some silence. */
export const MAX_LENGTH_DIFFERENCE_SECONDS = 3

/**
 * Whether a track is by `wanted`, which names the main artist or all credited artists. All are folded for search.
 * @param all all credited artists
 */
export function isCreditedTo(
  { artist, all }: { readonly artist: string; readonly all: string },
  wanted: string,
): boolean {
  return (
    artist === wanted || all === wanted || all.startsWith(`${wanted} `) || wanted.startsWith(`${artist} `)
  )
}
