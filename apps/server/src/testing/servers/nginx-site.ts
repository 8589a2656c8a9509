import { readFileSync } from 'node:fs'

const GUIDE = new URL('../../../../../docs/operating.md', import.meta.url)

/**
 * The configuration of nginx that docs/operating.md recommends.
 * @param port where it listens, on the loopback
 * @param upstreams ports of the service's processes
 */
export function nginxSite(port: number, upstreams: readonly number[]): string {
  const servers = upstreams.map(each => `server 127.0.0.1:${each};`).join(' ')
  const site = replaceOnce(readRecommended(), 'server 127.0.0.1:3000;', servers)
  return replaceOnce(site, 'listen 80;', `listen 127.0.0.1:${port};`)
}

function readRecommended(): string {
  const [, text] = /```nginx\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? []
  if (text === undefined) throw new Error('docs/operating.md shows no configuration of nginx.')
  return text
}

/** @throws Error if the text to replace is not there: the guide has changed */
function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`docs/operating.md must name ${from} once.`)
  return text.replace(from, to)
}
