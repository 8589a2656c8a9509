import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A file that runs in a thread or process of its own: see `startThread` and `startProcess`. */
export const STARTED = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g

/**
 * The programs of the server by name, with the paths of their sources: commands in `bin`, and what other programs start.
 * @throws Error for two programs of one name: all are built into one folder
 */
export function findPrograms(sources: string): Record<string, string> {
  const programs: Record<string, string> = {}
  for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts') || /(^|[\\/])testing[\\/]/.test(path)) continue
    const file = join(sources, path)
    const text = readFileSync(file, 'utf8')
    const started = Array.from(text.matchAll(STARTED), match => resolve(dirname(file), match[1] as string))
    if (/^await runProgram\(/m.test(text)) started.push(file)
    for (const program of started) {
      const name = basename(program, '.ts')
      if ((programs[name] ?? program) !== program) throw new Error(`Two programs are named ${name}.`)
      programs[name] = program
    }
  }
  return programs
}
