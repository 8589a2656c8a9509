import { openSampleFiles, sampleCatalogue } from '@refrain/demo'
import type { RenderAnswer } from './sample-renderer.ts'

const tracks = new Map(sampleCatalogue().flatMap(album => album.tracks.map(track => [track.file, track])))

/** Renders one track at a time, so that each is finished as early as possible. */
let last = Promise.resolve()

process.on('message', (asked: { folder: string; file: string }) => {
  last = last.then(() => render(asked))
})

async function render({ folder, file }: { folder: string; file: string }): Promise<void> {
  const answer = (error?: string) =>
    process.send?.({ file, ...(error === undefined ? {} : { error }) } satisfies RenderAnswer)
  try {
    const track = tracks.get(file)
    if (!track) throw new Error(`The sample catalogue has no ${file}.`)
    await openSampleFiles(folder).renderTrack(track)
    answer()
  } catch (error) {
    answer((error as Error).message)
  }
}

// The service has ended.
process.on('disconnect', () => process.exit())
