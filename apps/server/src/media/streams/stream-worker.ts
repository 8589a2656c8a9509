import { parentPort, workerData } from 'node:worker_threads'
import { FORMATS } from '@refrain/audio/formats'
import type { RenditionJob, RenditionUpdate } from '@refrain/audio/rendition/rendition'

/** What a worker says about the job it was given. */
export type WorkerMessage = { news: RenditionUpdate[] } | { done: true } | { failed: string }

/** News are put together for so long, but never the first. */
const TELL_EVERY_MS = 100
/** Who has begun gives way to who has not, for so long at each fragment: it is never left standing. */
const GIVE_WAY_MS = 100

/** How many renditions have not begun yet. */
const beginning = workerData as Int32Array

// Loaded before the first job comes, which somebody waits for.
for (const format of Object.values(FORMATS)) void format.load()

function yieldToBeginning(): void {
  const count = Atomics.load(beginning, 0)
  if (count > 0) Atomics.wait(beginning, 0, count, GIVE_WAY_MS)
}

parentPort?.on('message', async (job: RenditionJob) => {
  const say = (message: WorkerMessage) => parentPort?.postMessage(message)
  let news: RenditionUpdate[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  const sayNews = () => {
    if (news.length > 0) say({ news })
    news = []
    toldAt = performance.now()
  }
  try {
    let hasBegun = false
    const codec = await FORMATS[job.codec].load()
    await codec.stream(job, item => {
      news.push(item)
      if (performance.now() - toldAt > TELL_EVERY_MS) sayNews()
      if (hasBegun) yieldToBeginning()
      hasBegun = true
    })
    sayNews()
    say({ done: true })
  } catch (error) {
    say({ failed: (error as Error).message })
  }
})
