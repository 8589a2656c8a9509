import { join } from 'node:path'
import type { SampleAlbum, SampleAnalysis } from '@refrain/demo'
import type { PlaceholderInfo } from '../phases/read-file.ts'

/** What the tracks of albums will be when they are rendered, by the paths of their files. @param folder of the sample catalogue */
export function listPlaceholders(
  folder: string,
  albums: readonly SampleAlbum[],
  analyses: ReadonlyMap<string, SampleAnalysis>,
): Map<string, PlaceholderInfo> {
  return new Map(
    albums
      .flatMap(album => album.tracks)
      .map(({ file, audio }) => [join(folder, file), { audio, size: analyses.get(audio.audioId)?.size }]),
  )
}
