import { extname } from 'node:path'
import { baseOf } from './collection-names.ts'

const MOST_BASE = 80

/** A file's own name, made safe for an address: `07 Ça ira?.MP3` → `07-Ca-ira.mp3`. */
export function safeName(name: string): string {
  const plain = baseOf(name).normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const base = plain
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, MOST_BASE)
  return `${base || 'track'}${extname(name).toLowerCase()}`
}

/** Its safe name, or the first numbered one that is not taken in its album: `01-Intro-2.mp3`. */
export function freeUrl(name: string, taken: ReadonlySet<string>): string {
  const plain = safeName(name)
  if (!taken.has(plain)) return plain
  const [base, extension] = [baseOf(plain), extname(plain)]
  for (let n = 2; ; n++) {
    const numbered = `${base}-${n}${extension}`
    if (!taken.has(numbered)) return numbered
  }
}

/** True where a name in use came from this file's name, so that it can stay. */
export function isUrlOf(url: string, name: string): boolean {
  const plain = safeName(name)
  return (
    url === plain ||
    (url.startsWith(`${baseOf(plain)}-`) && /^-\d+\.\w+$/.test(url.slice(baseOf(plain).length)))
  )
}
