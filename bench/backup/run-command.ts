import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Place } from '../scale/place.ts'

/** Runs a program of the service on a place, as its npm script does. @returns seconds until it has ended */
export async function runCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  { dataDir, databaseUrl }: Pick<Place, 'dataDir' | 'databaseUrl'>,
): Promise<number> {
  const program = fileURLToPath(new URL(`../../apps/server/src/bin/${name}.ts`, import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors}`)
  console.log(output.trim())
  return (performance.now() - startedAt) / 1000
}
