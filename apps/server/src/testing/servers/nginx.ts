import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort } from './free-port.ts'
import { nginxSite } from './nginx-site.ts'
import { startProgram } from './start-program.ts'

/** Debian installs it where the PATH of an ordinary user does not lead. */
const PROGRAM = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'
const ADVICE = 'install it (Debian: apt-get install nginx-light).'

/**
 * Starts nginx with `packaging/nginx.conf` on a free loopback port, in one process of this account.
 * @param upstreams ports of the service's processes
 * @returns its origin, how to end it, and the file to which it logs requests and errors
 */
export async function startNginx(
  upstreams: readonly number[],
): Promise<{ address: string; logFile: string; stop(): Promise<void> }> {
  const port = await freePort()
  return runNginx(port, logFile => nginxSite(port, upstreams, logFile))
}

/**
 * Starts nginx with a configuration of servers.
 * @param port one of those where they listen
 * @param writeSite is given the file to which it logs requests and errors
 */
export async function runNginx(
  port: number,
  writeSite: (logFile: string) => string,
): Promise<{ address: string; logFile: string; stop(): Promise<void> }> {
  const folder = temporaryFolder()
  const logFile = join(folder, 'nginx.log')
  writeFileSync(join(folder, 'site.conf'), writeSite(logFile))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${logFile} warn;
    events { worker_connections 256; }
    http { access_log ${logFile}; ${temporary} include site.conf; }`,
  )
  const args = ['-e', 'stderr', '-p', folder, '-c', 'nginx.conf']
  const running = await startProgram(PROGRAM, args, { port, advice: ADVICE })
  return { address: `http://127.0.0.1:${port}`, logFile, stop: () => running.end('SIGQUIT') }
}
