import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface LoadRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadResult {
  readonly perSecond: number
  readonly bytesPerSecond: number
}

export interface Load {
  readonly port: number
  /** Requested in turn, repeatedly. */
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  readonly seconds: number
}

const GENERATOR = fileURLToPath(new URL('./load-generator.ts', import.meta.url))
const hasWrk = spawnSync('wrk', ['--version']).error === undefined
export const GENERATOR_NAME = hasWrk ? 'wrk' : 'our own generator'

/** Sends requests as fast as the server responds, from a separate process: `wrk` if it is installed. */
export function runLoad(load: Load): Promise<LoadResult> {
  return hasWrk ? runWrk(load) : runOwn(load)
}

async function runOwn(load: Load): Promise<LoadResult> {
  return JSON.parse(
    await output(process.execPath, [GENERATOR], { input: JSON.stringify(load), endsWith: '}\n' }),
  )
}

async function runWrk({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  try {
    const script = join(folder, 'load.lua')
    writeFileSync(script, writeLua(requests))
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
    const text = await output('wrk', [...options, `http://127.0.0.1:${port}`], {})
    const [, perSecond, bytes, micros, failed] =
      /rps ([\d.]+) bytes (\d+) us (\d+) failed (\d+)/.exec(text) ?? []
    if (failed !== '0') throw new Error(`The load met ${failed} failures: ${text}`)
    return { perSecond: Number(perSecond), bytesPerSecond: (Number(bytes) / Number(micros)) * 1e6 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeLua(requests: readonly LoadRequest[]): string {
  const lines = requests.map(({ method, path, headers, body }) => {
    const fields = Object.entries(headers ?? {}).map(
      ([name, value]) => `["${name}"]=${JSON.stringify(value)}`,
    )
    return `wrk.format("${method}", ${JSON.stringify(path)}, {${fields.join(',')}}, ${body ? JSON.stringify(body) : 'nil'})`
  })
  return `local all = {}
function init() all = { ${lines.join(',\n')} } end
local at = 0
function request() at = at % #all + 1; return all[at] end
function done(s, l, r)
  local e = s.errors
  io.write(string.format("rps %.1f bytes %d us %d failed %d\\n", s.requests / s.duration * 1e6, s.bytes, s.duration, e.status + e.read + e.timeout + e.connect))
end`
}

/** @param endsWith what the program prints last, if it need not end by itself */
function output(
  command: string,
  args: readonly string[],
  { input = '', endsWith }: { input?: string; endsWith?: string },
): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
      if (endsWith === undefined || !text.endsWith(endsWith)) return
      resolve(text)
      // Node 24 can wait for its own threads for ever when it exits.
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', code =>
      code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}
