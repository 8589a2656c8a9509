import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Place } from './place.ts'

const SERVE = fileURLToPath(new URL('../../apps/server/src/bin/serve.ts', import.meta.url))
const STARTS = 4
const ASK_EVERY_MS = 5
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
    const port = await freePort()
    const startedAt = performance.now()
    const env = {
      ...process.env,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      PORT: String(port),
    }
    const child = spawn(process.execPath, [SERVE], { env, stdio: 'ignore' })
    while (!(await isReady(port))) await wait(ASK_EVERY_MS)
    if (start > 0) readyMs.push(performance.now() - startedAt)
    if (start === STARTS - 1) {
      await wait(SETTLED_AFTER_MS)
      idleMb = memoryOf(child.pid as number)
    }
    child.kill()
    await once(child, 'exit')
  }
  return { readyMs, idleMb }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

/** Proportional memory of a process and those it has started, in megabytes; Linux only, elsewhere 0. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024 + childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0)
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
