import { decodeText } from '@refrain/contract/decode-text'
import type { IAudioMetadata } from 'music-metadata'
import { type FileBytes, replaceStart } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { walkChunks } from '../pcm/iff-chunks.ts'

const MAX_TEXTS = 1_024
const MAX_TEXT_BYTES = 64 * 1024
const UTF_8 = 65_001
/** Chunks of AIFF with text. */
const AIFF_TEXTS = new Set(['NAME', 'AUTH', '(c) ', 'ANNO'])

/**
 * A WAV file that says so if the texts of its INFO list are UTF-8, as many programs write them. The tag library takes them for
 * Latin-1 otherwise, the standard's default.
 */
export function declareUtf8(bytes: FileBytes): FileBytes {
  if (latin1At(bytes, 0, 4) !== 'RIFF') return bytes
  let isUtf8 = false
  for (const { name, offset, length } of walkChunks(bytes, 0, 'little')) {
    if (name === 'CSET') return bytes
    if (name !== 'LIST' || latin1At(bytes, offset, 4) !== 'INFO') continue
    for (const text of infoTexts(bytes, offset + 4, offset + length)) {
      if (text.every(byte => byte < 0x80)) continue
      if (!isValidUtf8(text)) return bytes
      isUtf8 = true
    }
  }
  if (!isUtf8) return bytes
  const head = Buffer.concat([bytes.read(0, 12), Buffer.from('CSET\x08\0\0\0', 'latin1'), Buffer.alloc(8)])
  head.writeUInt32LE((head.readUInt32LE(4) + 16) >>> 0, 4)
  head.writeUInt16LE(UTF_8, 20)
  return replaceStart(bytes, 12, head)
}

function* infoTexts(bytes: FileBytes, from: number, to: number): Generator<Uint8Array> {
  let offset = from
  for (let seen = 0; seen < MAX_TEXTS && offset + 8 <= Math.min(to, bytes.size); seen++) {
    const length = bytes.exactly(offset + 4, 4).getUint32(0, true)
    yield bytes.read(offset + 8, Math.min(length, MAX_TEXT_BYTES))
    offset += 8 + length + (length % 2)
  }
}

function isValidUtf8(text: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(text)
    return true
  } catch {
    return false
  }
}

/** Texts of AIFF as they were written: the tag library reads seven bits of each byte. */
export function repairAiffTexts(bytes: FileBytes, { native, common }: IAudioMetadata): void {
  const damaged = native.AIFF ?? []
  if (damaged.length === 0) return
  const texts: { id: string; text: string }[] = []
  for (const { name, offset, length } of walkChunks(bytes, 0, 'big')) {
    if (!AIFF_TEXTS.has(name) || texts.length > MAX_TEXTS) continue
    const written = decodeText(bytes.read(offset, Math.min(length, MAX_TEXT_BYTES))).split('\0')
    for (const text of written) if (text.trim() !== '') texts.push({ id: name, text: text.trim() })
  }
  for (const [n, { id, value }] of damaged.entries()) {
    const own = texts[n]
    if (own?.id !== id) return
    if (id === 'NAME' && common.title === value) common.title = own.text
    if (id !== 'AUTH') continue
    if (common.artist === value) common.artist = own.text
    if (common.artists) common.artists = common.artists.map(name => (name === value ? own.text : name))
  }
}
