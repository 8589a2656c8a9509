import sharp from 'sharp'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { encodeDerivative, encodeDerivatives, measureEdge, reencode } from './decode-picture.ts'
import type { PictureJob, PictureResult } from './picture-decoder.ts'
import { PictureError } from './picture-error.ts'

const USAGE_INTERVAL_MS = 50

// Several processes decode in parallel.
sharp.concurrency(1)
sharp.cache(false)

serveJobs<PictureJob, PictureResult>(async (job, { reportUsage }) => {
  const report = setInterval(reportUsage, USAGE_INTERVAL_MS)
  try {
    return { result: await run(job) }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return { refused: error.message }
  } finally {
    clearInterval(report)
  }
})

function run(job: PictureJob) {
  const { bytes } = job
  if (job.step === 'measureEdge') return measureEdge(bytes)
  if (job.step === 'encodeDerivatives') return encodeDerivatives(bytes, job.sizes)
  if (job.step === 'encodeDerivative') return encodeDerivative(bytes, job.form)
  return reencode(bytes)
}
