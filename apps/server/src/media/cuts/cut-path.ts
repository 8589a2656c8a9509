/**
 * What a file is stored as beside itself. No path of a file system has these forms, since there is nothing inside a file, and
 * audio files have an extension:
 * - `disc.flac/1058400` is the track that begins at that sample;
 * - `disc.flac/whole` is the one track that the file was before a cue sheet cut it;
 * - `disc.flac/cue` is the cue sheet in it, if it cannot be used.
 */
const INNER = /^(.+\.[^/.]+)\/(\d+|whole|cue)$/s

export const cutPath = (file: string, first: number): string => `${file}/${first}`
export const wholePath = (file: string): string => `${file}/whole`
export const sheetPath = (file: string): string => `${file}/cue`

/** Whether a path is one of these. */
export const isInnerPath = (path: string): boolean => INNER.test(path)

/** Path of the file that a path is or is inside of. */
export const filePathOf = (path: string): string => INNER.exec(path)?.[1] ?? path
