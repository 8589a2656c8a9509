import { openSampleFiles, sampleCatalogue } from '@refrain/demo'
import { lowerPriority } from '../../workers/lower-priority.ts'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { BACKGROUND, type RenderJob } from './sample-renderer.ts'

if (process.argv[2] === BACKGROUND) lowerPriority()

const tracks = new Map(sampleCatalogue().flatMap(album => album.tracks.map(track => [track.file, track])))

serveJobs<RenderJob, void>(async ({ folder, file }) => {
  const track = tracks.get(file)
  if (!track) throw new Error(`The sample catalogue has no ${file}.`)
  await openSampleFiles(folder).renderTrack(track)
})
