import type { AudioFile } from '@refrain/audio/format'
import { type AudioAnalysis, analyseAudio } from '@refrain/audio/loudness/analyse-audio'
import { lowerPriority } from '../../workers/lower-priority.ts'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { LoadYielder } from './service-load.ts'

// The service and other programs come first.
lowerPriority()
// Decoder messages are replaced by the catalogue's own error texts.
console.error = () => {}
console.warn = () => {}

const [, , yieldTo] = process.argv
const yielder = yieldTo ? new LoadYielder(yieldTo) : undefined

serveJobs<AudioFile, AudioAnalysis>((file, { reportUsage }) =>
  analyseAudio(file, () => {
    reportUsage()
    return yielder?.yield()
  }),
)
