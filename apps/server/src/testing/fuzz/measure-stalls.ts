// Loaded into the service with --import: measures how long its event loop is blocked, and sends each stall to the
// parent process.

import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const EVERY_MS = 10
const REPORTED_MS = 50
const NS_PER_MS = 1e6

/**
 * Milliseconds that this thread ran, and that it waited for a processor: other programs cause that. 0 where Linux does not
 * tell.
 */
function processorTimes(): { ran: number; waited: number } {
  try {
    const [ran, waited] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ').map(Number)
    return { ran: ran! / NS_PER_MS, waited: waited! / NS_PER_MS }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

// Processes that the service forks are not measured.
process.execArgv.length = 0

const histogram = monitorEventLoopDelay({ resolution: EVERY_MS })
histogram.enable()
let at = performance.now()
let before = processorTimes()
setInterval(() => {
  const now = performance.now()
  const times = processorTimes()
  const stall = now - at - EVERY_MS - (times.waited - before.waited)
  const ran = times.ran - before.ran
  at = now
  before = times
  if (stall >= REPORTED_MS || ran >= REPORTED_MS) process.send?.({ stall, ran, until: Date.now() })
}, EVERY_MS).unref()

process.on('message', message => {
  if (message === 'reset') histogram.reset()
  if (message === 'report')
    process.send?.({ maximum: histogram.max / NS_PER_MS, p99: histogram.percentile(99) / NS_PER_MS })
})
process.channel?.unref()
