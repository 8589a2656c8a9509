import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCollection } from './make-collection.ts'

const PROGRAM = fileURLToPath(new URL('../../apps/server/src/bin/import.ts', import.meta.url))
const FILES = 5_000

/**
 * First import of 5,000 tagged files with covers (limit: 250 files/s, 400 MB), and a second run over them
 * with nothing changed (limit: 1 s). The whole program is measured, its start included.
 */
export async function benchImport(): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'refrain-bench-import-'))
  try {
    const music = join(base, 'music')
    const made = await makeCollection(music, FILES)
    console.log(`collection  ${FILES} files, ${made.albums} albums, ${Math.round(made.bytes / 1e6)} MB`)
    const first = await runImport(base, music)
    const rate = FILES / first.seconds
    console.log(
      `first run   ${first.seconds.toFixed(1)} s = ${rate.toFixed(0)} files/s (limit 250), ${first.megabytes} MB (limit 400)`,
    )
    const second = await runImport(base, music)
    console.log(`second run  ${second.seconds.toFixed(2)} s (limit 1), ${second.megabytes} MB`)
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

async function runImport(base: string, music: string): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, [PROGRAM, music], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: join(base, 'data'), DATABASE_URL: '' },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    output += text
  })
  child.stderr.on('data', (text: Buffer) => {
    output += text
  })
  let megabytes = 0
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid!))
  }, 20)
  const status = await new Promise(resolve => child.on('exit', resolve))
  clearInterval(look)
  if (status !== 0) throw new Error(`The import ended with ${status}: ${output}`)
  return { seconds: (performance.now() - started) / 1000, megabytes }
}

/** Peak resident memory of a process in megabytes; 0 where the system does not report it. */
function peakOf(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  const found = /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))
  return Math.round(Number(found?.[1] ?? 0) / 1024)
}
