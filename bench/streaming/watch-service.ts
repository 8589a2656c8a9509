import { memoryOf, processorOf } from '../load/process-tree.ts'

/** Reading it takes the service some milliseconds, too. */
const LOOK_EVERY_MS = 2_000

/** Watches what a service and its processes cost from now on. */
export function watchService(pid: number) {
  const [startedAt, processor, beforeMb] = [performance.now(), processorOf(pid), memoryOf(pid)]
  let peakMb = beforeMb
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(pid))
  }, LOOK_EVERY_MS)
  return {
    /** Share of one core since the start. */
    processorShare: () => ((processorOf(pid) - processor) * 1000) / (performance.now() - startedAt),
    /** Megabytes of memory before, at most and now. */
    finish() {
      clearInterval(timer)
      return { beforeMb, peakMb, keptMb: memoryOf(pid) }
    },
  }
}
