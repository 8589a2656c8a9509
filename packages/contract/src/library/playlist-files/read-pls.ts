import { splitName } from './names-from-path.ts'
import { type FileEntry, MAX_LINE_LENGTH, MAX_LINES, type PlaylistFile } from './playlist-file.ts'

interface Numbered {
  file?: string
  title?: string
  seconds?: number
}

const FIELD = /^(file|title|length)(\d{1,6})\s*=(.*)$/i
const NAME = /^(?:playlistname|x-gnome-title)\s*=(.*)$/i

/** Reads PLS; entries are in the order of their numbers. */
export function readPls(text: string): PlaylistFile {
  let title = ''
  const byNumber = new Map<number, Numbered>()
  for (const raw of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    const line = raw.slice(0, MAX_LINE_LENGTH).trim()
    const [, field = '', digits, value = ''] = FIELD.exec(line) ?? []
    title = NAME.exec(line)?.[1]?.trim() ?? title
    if (field === '') continue
    const entry = byNumber.get(Number(digits)) ?? {}
    byNumber.set(Number(digits), entry)
    if (field.toLowerCase() === 'file') entry.file = value.trim()
    else if (field.toLowerCase() === 'title') entry.title = value.replaceAll(/\s+/g, ' ').trim()
    else if (Number(value) > 0) entry.seconds = Number(value)
  }
  const entries = [...byNumber].toSorted(([a], [b]) => a - b).flatMap(([, entry]) => toEntry(entry))
  return { title, entries }
}

function toEntry({ file: link, title, seconds }: Numbered): FileEntry[] {
  if (!link) return []
  return [{ ...splitName(title ?? ''), seconds, link }]
}
