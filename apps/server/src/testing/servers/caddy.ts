import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../temporary-folder.ts'
import { adaptFile } from './adapt-file.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './start-program.ts'

const ADVICE = 'install it (Debian: apt-get install caddy).'
const CONFIGURATION = fileURLToPath(new URL('../../../../../packaging/Caddyfile', import.meta.url))

/** Caddy is tested where it is installed. */
export const hasCaddy = spawnSync('caddy', ['version']).error === undefined

/**
 * Starts Caddy with `packaging/Caddyfile` on a free loopback port, without TLS.
 * @returns its origin, and how to end it
 */
export async function startCaddy(upstream: number): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await freePort()
  const site = adaptFile(CONFIGURATION, {
    'music.example.org {': `http://127.0.0.1:${port} {`,
    'reverse_proxy 127.0.0.1:3000': `reverse_proxy 127.0.0.1:${upstream}`,
  })
  return runCaddy(port, site)
}

/**
 * Starts Caddy with a configuration of sites.
 * @param port one of those where they listen
 */
export async function runCaddy(
  port: number,
  site: string,
): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = temporaryFolder()
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tstorage file_system ${folder}\n}\n${site}`)
  const running = await startProgram('caddy', ['run', '--config', file], { port, advice: ADVICE })
  return { address: `http://127.0.0.1:${port}`, stop: () => running.end('SIGTERM') }
}
