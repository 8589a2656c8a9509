import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@refrain/server/testing/servers/free-port'
import { nginxSite } from '@refrain/server/testing/servers/nginx-site'

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

export interface BenchNginx {
  readonly port: number
  stop(): void
}

/** Serves the files of `root` with nginx's best settings here, with one worker. */
export function startNginx(root: string, folder: string): Promise<BenchNginx> {
  return launch(folder, port => `server { listen 127.0.0.1:${port}; root ${root}; }`)
}

/** nginx before a service, as docs/operating.md recommends it, with the same settings and one worker. */
export function startNginxBefore(upstream: number, folder: string): Promise<BenchNginx> {
  return launch(folder, port => nginxSite(port, [upstream], '/dev/null'))
}

async function launch(folder: string, writeSite: (port: number) => string): Promise<BenchNginx> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configure(folder, writeSite(port)))
  const child = spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], { stdio: 'inherit' })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('nginx ended at once.')
    await wait(50)
  }
  return { port, stop: () => child.kill() }
}

/** `tcp_nopush off`: with it on, ranges over the loopback wait 40 ms for an acknowledgement. */
function configure(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(kind => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ')
  return `daemon off; worker_processes 1; pid ${join(folder, 'pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush off; tcp_nodelay on; keepalive_requests 1000000000;
  open_file_cache max=100; default_type audio/mpeg; ${temporary}
  ${site}
}`
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}
