/** Sends calls in an open loop until it is told to stop, in a process of its own. */
import { once } from 'node:events'
import type { CallsJob, CallsResult } from './calls-job.ts'
import { runOpenLoop } from './open-loop.ts'

process.on('disconnect', () => process.exit())
const [job] = (await once(process, 'message')) as [CallsJob]
let isOver = false
process.once('message', () => {
  isOver = true
})
const results = await Promise.all(
  Object.entries(job.loops).map(
    async ([name, loop]) => [name, await runOpenLoop(job.port, loop, job.startAt, () => isOver)] as const,
  ),
)
process.send?.(Object.fromEntries(results) satisfies CallsResult)
