import { setPriority } from 'node:os'
import sharp from 'sharp'
import { decodeSquare, measureEdge, reencode } from './decode-picture.ts'
import type { DecoderMessage, PictureJob } from './picture-decoder.ts'
import { PictureError } from './picture-error.ts'

/** Listeners' requests come first. */
const NICE = 10
/** The largest accepted pictures stay well below. */
const MOST_MEMORY = 768 * 1024 * 1024
const CHECK_MS = 50

// Several processes decode in parallel.
sharp.concurrency(1)
sharp.cache(false)
try {
  setPriority(NICE)
} catch {
  // Not permitted everywhere.
}

const steps = { measureEdge, decodeSquare, reencode }
/** The parent may have just exited. */
const send = (message: DecoderMessage) => process.send?.(message, () => {})

process.on('message', async ({ step, bytes }: PictureJob) => {
  const memoryCheck = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY) send({ overMemory: true })
  }, CHECK_MS)
  try {
    send({ result: await steps[step](bytes) })
  } catch (error) {
    // Any other error is a bug and ends the process.
    if (!(error instanceof PictureError)) throw error
    send({ refused: error.message })
  } finally {
    clearInterval(memoryCheck)
  }
})

// A signal to the process group is meant for the parent, which still completes open requests.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// The parent is gone. An ordinary exit would wait for the decoding thread.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

send({ ready: true })
