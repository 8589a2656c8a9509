import { extname } from 'node:path'
import { stripExtension } from '../collection/file-kinds.ts'

const MAX_BASE_LENGTH = 80
/** Of the name of a cut: whether it is of an audiobook, and its number. */
const CUT = /(\.m4b)?\.\d{2,3}$/i

/** Makes a file name short and safe for URLs: `07 Ça ira?.MP3` → `07-Ca-ira.mp3`. */
export function toSafeName(name: string): string {
  const plain = stripExtension(name).normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const base = plain.replaceAll(/[^A-Za-z0-9._]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
  const end = CUT.exec(base)?.[0] ?? ''
  const start = base.slice(0, base.length - end.length).slice(0, MAX_BASE_LENGTH - end.length)
  return `${start + end || 'track'}${extname(name).toLowerCase()}`
}

/** The safe name, numbered if it is taken in the album: `01-Intro-2.mp3`. */
export function findFreeName(name: string, taken: ReadonlySet<string>): string {
  const plain = toSafeName(name)
  if (!taken.has(plain)) return plain
  const [base, extension] = [stripExtension(plain), extname(plain)]
  for (let n = 2; ; n++) {
    const numbered = `${base}-${n}${extension}`
    if (!taken.has(numbered)) return numbered
  }
}

/** True if `url` was derived from this file name. */
export function isNameOf(url: string, name: string): boolean {
  const plain = toSafeName(name)
  return (
    url === plain ||
    (url.startsWith(`${stripExtension(plain)}-`) &&
      /^-\d+\.\w+$/.test(url.slice(stripExtension(plain).length)))
  )
}
