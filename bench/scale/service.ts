import { setTimeout as wait } from 'node:timers/promises'
import { memoryOf } from '../load/process-tree.ts'
import { startService } from '../load/start-service.ts'
import type { Place } from './place.ts'

const STARTS = 4
/** Until what runs after the start has run. */
const SETTLED_AFTER_MS = 10_000

/**
 * Starts the whole service several times.
 * @returns milliseconds until it is ready, of all starts but the first, and the memory of all its processes when it idles
 */
export async function measureService(place: Place): Promise<{ readyMs: number[]; idleMb: number }> {
  const readyMs: number[] = []
  let idleMb = 0
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now()
    const service = await startService(place)
    if (start > 0) readyMs.push(performance.now() - startedAt)
    if (start === STARTS - 1) {
      await wait(SETTLED_AFTER_MS)
      idleMb = memoryOf(service.pid)
    }
    await service.stop()
  }
  return { readyMs, idleMb }
}
