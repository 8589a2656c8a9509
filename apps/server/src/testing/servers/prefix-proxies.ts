import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const GUIDE = fileURLToPath(new URL('../../../../../docs/installing.md', import.meta.url))
const NGINX = fileURLToPath(new URL('../../../../../packaging/nginx.conf', import.meta.url))

/** How a proxy passes the addresses below a prefix on: as they are, or without it. */
export type Passing = 'whole' | 'stripped'

interface Place {
  readonly passing: Passing
  /** Such as `/music`. */
  readonly prefix: string
  /** Port of the service. */
  readonly upstream: number
}

/**
 * What docs/installing.md says for a service below a path.
 * @throws Error if it does not say it for both ways of passing
 */
function readSnippet(language: 'nginx' | 'caddyfile', { passing, prefix, upstream }: Place): string {
  const guide = readFileSync(GUIDE, 'utf8')
  const snippets = Array.from(guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)).filter(
    ([, kind]) => kind === language,
  )
  const text = snippets[passing === 'whole' ? 0 : 1]?.[2]
  if (!text || snippets.length !== 2)
    throw new Error(`docs/installing.md must have two parts of ${language}.`)
  return text.replaceAll('/music', prefix).replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
}

/** A server of nginx on a loopback port with services below paths, and nothing else. */
export function nginxBelow(port: number, places: readonly Place[]): string {
  const common = /client_max_body_size.*X-Forwarded-Proto \$scheme;/s.exec(readFileSync(NGINX, 'utf8'))?.[0]
  if (!common) throw new Error('packaging/nginx.conf has other lines than docs/installing.md names.')
  const locations = places.map(place => readSnippet('nginx', place)).join('\n')
  return `server { listen 127.0.0.1:${port}; ${common}\n${locations} }`
}

/** A site of Caddy on a loopback port with a service below a path. */
export function caddyBelow(port: number, place: Place): string {
  return `http://127.0.0.1:${port} {\n${readSnippet('caddyfile', place)}\n}`
}
