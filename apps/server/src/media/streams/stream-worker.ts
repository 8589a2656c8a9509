import { parentPort, workerData } from 'node:worker_threads'
import { FORMATS } from '@refrain/audio/formats'
import type { RenditionJob, RenditionUpdate } from '@refrain/audio/rendition/rendition'

/** Messages of a worker about its job. */
export type WorkerMessage = { news: RenditionUpdate[] } | { done: true } | { failed: string }

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

parentPort?.on('message', async (job: RenditionJob) => {
  const say = (message: WorkerMessage) => parentPort?.postMessage(message)
  let news: RenditionUpdate[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  const postUpdates = () => {
    if (news.length > 0) say({ news })
    news = []
    toldAt = performance.now()
  }
  try {
    let hasBegun = false
    const codec = await FORMATS[job.codec].load()
    await codec.stream(job, item => {
      news.push(item)
      if (performance.now() - toldAt > BATCH_MS) postUpdates()
      if (hasBegun) yieldToStarting()
      hasBegun = true
    })
    postUpdates()
    say({ done: true })
  } catch (error) {
    say({ failed: (error as Error).message })
  }
})
