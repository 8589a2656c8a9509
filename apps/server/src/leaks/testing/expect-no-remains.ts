import { createHook } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished } from 'vitest'
import { openFilesIn } from '../../testing/open-files-in.ts'

/**
 * Bytes that the heap may grow by after collection, however often something is done: code that is compiled meanwhile, and
 * caches that are bounded. One kept request takes more than 10 kB.
 */
const MAX_BYTES = 3_000_000
/** Waits for what ends by itself, such as an idle connection of the database. Not with vitest, which has timers of its own. */
const MAX_TRIES = 200
const INTERVAL_MS = 100

/** Not connections: those of the database come and go. */
const HANDLES = new Set(['FSEventWrap', 'MessagePort', 'ProcessWrap', 'TCPServerWrap'])

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

interface Walk {
  /** Times before the first measurement, in which caches, pools and compiled code settle. */
  readonly warmUp: number
  readonly times: number
  /** Its connections end before anything is measured. */
  readonly server?: Server
}

/**
 * Does something and abandons it, many times. Fails if more files, handles, timers, listeners or responses are left than
 * before, or more than `MAX_BYTES` of heap. Linux only.
 */
export async function expectNoRemains(
  { warmUp, times, server }: Walk,
  act: (time: number) => Promise<void>,
): Promise<void> {
  const timers = countTimers()
  const responses = server ? countResponses(server) : () => 0
  const emitters: EventEmitter[] = [process, ...(server ? [server] : [])]
  const measure = () => ({
    files: openFilesIn('').length,
    handles: process.getActiveResourcesInfo().filter(type => HANDLES.has(type)).length,
    timers: timers(),
    listeners: emitters.reduce((sum, emitter) => sum + countListeners(emitter), 0),
    responses: responses(),
  })
  async function run(count: number): Promise<void> {
    for (let time = 0; time < count; time++) await act(time)
    const countConnections = server && promisify(server.getConnections.bind(server))
    while ((await countConnections?.()) ?? 0) await wait(1)
    await new Promise(setImmediate)
  }
  await run(warmUp)
  const bytesBefore = measureHeap()
  const before = measure()
  await run(times)
  const findGrown = () =>
    Object.entries(measure()).filter(([kind, count]) => count > before[kind as keyof typeof before])
  for (let tries = 0; tries < MAX_TRIES && findGrown().length > 0; tries++) {
    await wait(INTERVAL_MS)
    // Only then is the timer itself known to have ended.
    await new Promise(setImmediate)
    collect()
  }
  expect(findGrown()).toEqual([])
  expect(measureHeap() - bytesBefore).toBeLessThan(MAX_BYTES)
}

/** Counts responses from now on that something still holds after collection. */
function countResponses(server: Server): () => number {
  const responses: WeakRef<ServerResponse>[] = []
  server.on('request', (_, response) => responses.push(new WeakRef(response)))
  return () => responses.filter(response => response.deref()).length
}

/** Counts timers that are created from now on and still run, those that keep no process alive included. */
function countTimers(): () => number {
  const running = new Set<number>()
  const hook = createHook({
    init(id, type) {
      if (type === 'Timeout') running.add(id)
    },
    destroy: id => void running.delete(id),
  }).enable()
  onTestFinished(() => void hook.disable())
  return () => running.size
}

const countListeners = (emitter: EventEmitter) =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0)

/** Bytes in use after collection: what the first one finalises is freed by a later one. */
function measureHeap(): number {
  for (let time = 0; time < 3; time++) collect()
  return getHeapStatistics().used_heap_size
}
