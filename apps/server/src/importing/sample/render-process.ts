import { openSampleFiles, sampleCatalogue } from '@refrain/demo'
import { serveJobs } from '../../workers/serve-jobs.ts'
import type { RenderJob } from './sample-renderer.ts'

const tracks = new Map(sampleCatalogue().flatMap(album => album.tracks.map(track => [track.file, track])))

serveJobs<RenderJob, void>(async ({ folder, file }) => {
  const track = tracks.get(file)
  if (!track) throw new Error(`The sample catalogue has no ${file}.`)
  await openSampleFiles(folder).renderTrack(track)
})
