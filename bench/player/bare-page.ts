import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findChromium } from '../../scripts/chromium.mjs'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--mute-audio', '--no-first-run']
const ANY_GESTURE = '--autoplay-policy=no-user-gesture-required'
const KILOBYTES_A_MEGABYTE = 1_024

/**
 * A Chromium page without network monitoring, which would retain all responses, about a hundred megabytes.
 */
export interface BarePage {
  /** Value of an expression, awaited if it is a promise. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Private memory of the page processes in megabytes after garbage collection. */
  memory(): Promise<number>
  close(): Promise<void>
}

/** @param ready an expression that becomes true when the page is ready */
export async function openBarePage(address: string, ready: string): Promise<BarePage> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const data = [`--user-data-dir=${folder}`, '--remote-debugging-port=0']
  const chromium = spawn(findChromium() as string, [...FLAGS, ANY_GESTURE, ...data, address], {
    stdio: 'ignore',
  })
  const ended = new Promise(resolve => chromium.once('close', resolve))
  const port = await untilThere(() =>
    readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n').at(0),
  )
  const target = await untilThere(async () => {
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
      url: string
      webSocketDebuggerUrl: string
    }[]
    return pages.find(({ url }) => url.startsWith(address))?.webSocketDebuggerUrl
  })
  const ask = await connect(target)

  async function evaluate<Value>(expression: string): Promise<Value> {
    const given = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await ask<{ result: { value: Value }; exceptionDetails?: object }>(
      'Runtime.evaluate',
      given,
    )
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }

  await untilThere(() => evaluate<boolean>(ready))
  return {
    evaluate,
    async memory() {
      await ask('HeapProfiler.collectGarbage', {})
      return renderersOf(folder).reduce((sum, pid) => sum + privateMegabytes(pid), 0)
    },
    async close() {
      chromium.kill()
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilThere<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (;;) {
    const found = await Promise.resolve()
      .then(look)
      .catch(() => undefined)
    if (found) return found
    await wait(100)
  }
}

/** Connects to the DevTools protocol without enabling any domain. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(data as string) as {
      id: number
      result?: object
      error?: object
    }
    if (result) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(JSON.stringify(error)))
    waiting.delete(id)
  })
  let count = 0
  return <Answer>(method: string, params: object): Promise<Answer> => {
    const id = ++count
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise as Promise<Answer>
  }
}

/** Renderer processes of the Chromium with this folder. */
function renderersOf(folder: string): string[] {
  return readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return command.includes('--type=renderer') && command.includes(folder)
    } catch {
      return false
    }
  })
}

function privateMegabytes(pid: string): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/Private_Dirty:\s+(\d+)/.exec(rollup)?.[1] ?? 0) / KILOBYTES_A_MEGABYTE
}
