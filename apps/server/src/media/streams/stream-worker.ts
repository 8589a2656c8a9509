import { workerData } from 'node:worker_threads'
import { FORMATS } from '@refrain/audio/formats'
import { renderAsFlac } from '@refrain/audio/rendition/render-as-flac'
import { renderAsOpus } from '@refrain/audio/rendition/render-as-opus'
import type { RenditionJob, RenditionUpdate } from '@refrain/audio/rendition/rendition'
import { openAudio } from '@refrain/audio/samples/open-audio'
import { serveJobs } from '../../workers/serve-jobs.ts'

/** Updates are batched for this long, except the first. */
const BATCH_MS = 100
/** At each fragment, a rendition that has started waits up to this long for those that have not. */
const YIELD_MS = 100

/** Number of renditions without a first fragment. */
const starting = workerData as Int32Array

// Loads all codecs before the first job, which somebody waits for.
// A job whose codec cannot be loaded fails by itself.
for (const format of Object.values(FORMATS)) format.load().catch(() => {})

function yieldToStarting(): void {
  const count = Atomics.load(starting, 0)
  if (count > 0) Atomics.wait(starting, 0, count, YIELD_MS)
}

serveJobs<RenditionJob, void, RenditionUpdate[]>(async (job, { update, reportUsage }) => {
  let waiting: RenditionUpdate[] = []
  let sentAt = Number.NEGATIVE_INFINITY
  const send = () => {
    if (waiting.length > 0) update(waiting)
    waiting = []
    sentAt = performance.now()
  }
  let hasBegun = false
  const onUpdate = (item: RenditionUpdate) => {
    waiting.push(item)
    if (performance.now() - sentAt > BATCH_MS) send()
    if (hasBegun) yieldToStarting()
    hasBegun = true
  }
  // What is before a cut may take longer to decode than a worker may be silent.
  await render(job, onUpdate, reportUsage)
  send()
})

async function render(
  job: RenditionJob,
  onUpdate: (update: RenditionUpdate) => void,
  onSkip: () => void,
): Promise<void> {
  const { source: path, codec, trueSamples, decoded, opus, output } = job
  if (!decoded) return (await FORMATS[codec].load()).stream(job, onUpdate)
  using audio = await openAudio({ ...decoded, path, codec, trueSamples }, onSkip)
  if (opus) await renderAsOpus(audio, opus, output, onUpdate)
  else await renderAsFlac(audio, output, onUpdate)
}
