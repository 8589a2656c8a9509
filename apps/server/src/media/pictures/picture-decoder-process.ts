import sharp from 'sharp'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { encodeDerivatives, measureEdge, reencode } from './decode-picture.ts'
import type { PictureJob, PictureResult } from './picture-decoder.ts'
import { PictureError } from './picture-error.ts'

const USAGE_INTERVAL_MS = 50

// Several processes decode in parallel.
sharp.concurrency(1)
sharp.cache(false)

const steps = { measureEdge, encodeDerivatives, reencode }

serveJobs<PictureJob, PictureResult>(async ({ step, bytes }, { reportUsage }) => {
  const report = setInterval(reportUsage, USAGE_INTERVAL_MS)
  try {
    return { result: await steps[step](bytes) }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return { refused: error.message }
  } finally {
    clearInterval(report)
  }
})
