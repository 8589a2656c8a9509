import { parentPort } from 'node:worker_threads'
import { renderStream } from './stream-render.ts'
import type { RenditionJob, RenditionNews } from './stream-rendition.ts'

/** What a worker says about the job it was given. */
export type WorkerMessage = { news: RenditionNews[] } | { done: true } | { failed: string }

/** News are put together for so long, but never the first. */
const TELL_EVERY_MS = 100

parentPort?.on('message', async (job: RenditionJob) => {
  const say = (message: WorkerMessage) => parentPort?.postMessage(message)
  let news: RenditionNews[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  const sayNews = () => {
    if (news.length > 0) say({ news })
    news = []
    toldAt = performance.now()
  }
  try {
    await renderStream(job, item => {
      news.push(item)
      if (performance.now() - toldAt > TELL_EVERY_MS) sayNews()
    })
    sayNews()
    say({ done: true })
  } catch (error) {
    say({ failed: (error as Error).message })
  }
})
