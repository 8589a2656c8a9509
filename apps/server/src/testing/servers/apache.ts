import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../temporary-folder.ts'
import { adaptFile } from './adapt-file.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './start-program.ts'

const PROGRAM = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
const ADVICE = 'install it (Debian: apt-get install apache2-bin).'
const CONFIGURATION = fileURLToPath(new URL('../../../../../packaging/apache.conf', import.meta.url))

/** Apache is tested where it is installed. */
export const hasApache = existsSync(PROGRAM)

/**
 * Starts Apache with `packaging/apache.conf` on a free loopback port.
 * @returns its origin, and how to end it
 */
export async function startApache(upstream: number): Promise<{ address: string; stop(): Promise<void> }> {
  const [folder, port] = [temporaryFolder(), await freePort()]
  const site = adaptFile(CONFIGURATION, {
    '<VirtualHost *:80>': `<VirtualHost 127.0.0.1:${port}>`,
    'http://127.0.0.1:3000/': `http://127.0.0.1:${upstream}/`,
  })
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers']
    .map(name => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`)
    .join('\n')
  const file = join(folder, 'apache.conf')
  writeFileSync(
    file,
    `ServerRoot ${folder}\nServerName localhost\nListen 127.0.0.1:${port}\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup\n' : ''}DocumentRoot ${folder}\n${modules}\n${site}`,
  )
  const running = await startProgram(PROGRAM, ['-D', 'FOREGROUND', '-f', file], { port, advice: ADVICE })
  return { address: `http://127.0.0.1:${port}`, stop: () => running.end('SIGTERM') }
}
