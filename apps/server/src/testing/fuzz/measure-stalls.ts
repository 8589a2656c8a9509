// Loaded into the service with --import: measures how long its event loop is blocked, and sends each stall to the
// parent process.

import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const EVERY_MS = 10
const REPORTED_MS = 50
const NS_PER_MS = 1e6

/** Time this thread waited for a processor, in milliseconds: other programs cause it. 0 where Linux does not tell. */
function waitedForProcessor(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / NS_PER_MS
  } catch {
    return 0
  }
}

// Processes that the service forks are not measured.
process.execArgv.length = 0

const histogram = monitorEventLoopDelay({ resolution: EVERY_MS })
histogram.enable()
let at = performance.now()
let waited = waitedForProcessor()
setInterval(() => {
  const now = performance.now()
  const waitedNow = waitedForProcessor()
  const stall = now - at - EVERY_MS - (waitedNow - waited)
  at = now
  waited = waitedNow
  if (stall >= REPORTED_MS) process.send?.({ stall, until: Date.now() })
}, EVERY_MS).unref()

process.on('message', message => {
  if (message === 'reset') histogram.reset()
  if (message === 'report')
    process.send?.({ maximum: histogram.max / NS_PER_MS, p99: histogram.percentile(99) / NS_PER_MS })
})
process.channel?.unref()
