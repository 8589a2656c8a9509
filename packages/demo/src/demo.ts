import type { SampleAlbum, SampleTrack } from './catalogue/sample-catalogue.ts'
import { isRendered, writeAlbum } from './render/write-album.ts'

export { readSampleAnalyses, type SampleAnalysis } from './analyses/read-sample-analyses.ts'
export { type SampleAlbum, sampleCatalogue } from './catalogue/sample-catalogue.ts'

/** Draws the n-th daily mix picture (from 1) on a background of `colour` (#rrggbb), as a JPEG of `size` × `size`. */
export async function drawDailyMix(n: number, colour: string, size: number): Promise<Buffer> {
  // Loaded on demand, with a native library: a service with other music draws nothing else.
  const draw = await import('./draw/draw-daily-mix.ts')
  return draw.drawDailyMix(n, colour, size)
}

/** The files of the sample catalogue in one folder. */
export interface SampleFiles {
  /** Writes pictures, lyrics and a placeholder for each track. Existing files stay as they are. */
  writeAlbum(album: SampleAlbum): Promise<void>
  /** False for a placeholder. @param path absolute; rejects if there is no such file */
  isRendered(path: string): Promise<boolean>
  /** Replaces a placeholder by the finished track. Blocks for some seconds. */
  renderTrack(track: SampleTrack): Promise<void>
}

/** The sample catalogue's files under `folder`, which must exist. */
export function openSampleFiles(folder: string): SampleFiles {
  return {
    writeAlbum: album => writeAlbum(folder, album),
    isRendered,
    async renderTrack(track) {
      // Loaded on demand: only the rendering process needs the synthesiser and the encoders.
      const { renderTrack } = await import('./render/render-track.ts')
      await renderTrack(folder, track)
    },
  }
}
