import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { adaptFile } from './adapt-file.ts'

const CONFIGURATION = fileURLToPath(new URL('../../../../../packaging/nginx.conf', import.meta.url))

/**
 * The shipped configuration of nginx.
 * @param port where it listens, on the loopback
 * @param upstreams ports of the service's processes
 * @param logFile file of the access log
 */
export function nginxSite(port: number, upstreams: readonly number[], logFile: string): string {
  const [server = ''] = /^ *server 127\.0\.0\.1:3000\b.*;$/m.exec(readFileSync(CONFIGURATION, 'utf8')) ?? []
  return adaptFile(CONFIGURATION, {
    [server]: upstreams.map(each => server.replace('3000', String(each))).join('\n'),
    'listen 80;': `listen 127.0.0.1:${port};`,
    '/var/log/nginx/access.log': logFile,
  })
}
