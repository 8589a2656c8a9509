import { type FileBytes, firstBytes, memoryBytes, replaceStart } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, syncSafe } from '../bytes/tag-regions.ts'
import { walkChunks } from '../pcm/iff-chunks.ts'
import { pcmKindOf } from '../pcm/pcm-layout.ts'

const HEADER = 10
const MAX_FRAMES = 1_024
/** Larger texts are no names. */
const MAX_CONTENT = 64 * 1024
/** Of a tag whose bytes must be changed before it can be walked. */
const MAX_UNSYNCHRONISED = 256 * 1024

const UNSYNCHRONISED = 0x80
const EXTENDED_HEADER = 0x40
/** Flags of a frame in ID3v2.4 that can be undone; all others change its content. */
const FRAME_UNSYNCHRONISED = 0x02
const FRAME_LENGTH = 0x01

export interface Id3Tag {
  /** 2 to 4, of ID3v2. */
  readonly version: number
  readonly flags: number
  /** Offset of its end. */
  readonly end: number
}

interface Id3Frame {
  readonly version: number
  /** As written: three letters in ID3v2.2, four in later versions. */
  readonly id: string
  /** Of its header, in tags without flags. */
  readonly offset: number
  /** Its bytes as they were before flags of the tag or frame changed them; undefined if that cannot be undone, or it is too long. */
  readonly content: () => Buffer | undefined
}

/** The header of the ID3v2 tag at the beginning of a file; undefined without one. */
export function readId3Header(bytes: FileBytes): Id3Tag | undefined {
  const header = bytes.read(0, HEADER)
  if (header.length < HEADER || latin1At(bytes, 0, 3) !== 'ID3') return undefined
  const [version = 0, flags = 0] = [header[3], header[5]]
  if (version < 2 || version > 4) return undefined
  return { version, flags, end: Math.min(bytes.size, HEADER + syncSafe(header, 6)) }
}

/** The frames of the ID3v2 tag at the beginning of a file. */
export function* walkId3Frames(bytes: FileBytes): Generator<Id3Frame> {
  const tag = readId3Header(bytes)
  if (!tag) return
  const { version } = tag
  // In ID3v2.4 each frame says so of itself.
  const isChanged = version < 4 && (tag.flags & UNSYNCHRONISED) !== 0
  const whole = isChanged
    ? memoryBytes(synchronise(bytes.read(0, Math.min(tag.end, MAX_UNSYNCHRONISED))))
    : firstBytes(bytes, tag.end)
  const [idLength, frameHeader] = version === 2 ? [3, 6] : [4, 10]
  let offset = HEADER + extendedHeaderLength(whole, tag)
  for (let seen = 0; seen < MAX_FRAMES && offset + frameHeader <= whole.size; seen++) {
    const head = Buffer.from(whole.read(offset, frameHeader))
    if (head[0] === 0) break
    const start = offset + frameHeader
    const length = frameLength(head, version)
    const content = () => readContent(whole.read(start, Math.min(length, MAX_CONTENT + 1)), head, version)
    yield { version, id: head.toString('latin1', 0, idLength), offset, content }
    offset = start + length
  }
}

/** Views of a file that begin with an ID3v2 tag: the file itself, and the chunks of WAV and AIFF that hold one. */
export function findId3Tags(bytes: FileBytes): FileBytes[] {
  const kind = pcmKindOf(bytes)
  const chunks = kind
    ? Array.from(walkChunks(bytes, leadingTagsEnd(bytes), kind === 'wav' ? 'little' : 'big'))
    : []
  const inside = chunks
    .filter(({ name }) => name.toUpperCase() === 'ID3 ')
    .map(({ offset, length }) => firstBytes(replaceStart(bytes, offset, new Uint8Array(0)), length))
  return [...inside, bytes].filter(view => readId3Header(view) !== undefined)
}

function frameLength(head: Buffer, version: number): number {
  if (version === 2) return head.readUIntBE(3, 3)
  return version === 3 ? head.readUInt32BE(4) : syncSafe(head, 4)
}

function readContent(raw: Uint8Array, head: Buffer, version: number): Buffer | undefined {
  const flags = version === 2 ? 0 : head[9]!
  const known = version === 4 ? FRAME_UNSYNCHRONISED | FRAME_LENGTH : 0
  if ((flags & ~known) !== 0 || raw.length > MAX_CONTENT) return undefined
  const content = (flags & FRAME_UNSYNCHRONISED) === 0 ? Buffer.from(raw) : synchronise(raw)
  return (flags & FRAME_LENGTH) === 0 ? content : content.subarray(4)
}

/** The length of the header counts itself in ID3v2.4, but not in ID3v2.3. */
function extendedHeaderLength(whole: FileBytes, { version, flags }: Id3Tag): number {
  const head = Buffer.from(whole.read(HEADER, 4))
  if ((flags & EXTENDED_HEADER) === 0 || version === 2 || head.length < 4) return 0
  return version === 3 ? 4 + head.readUInt32BE(0) : syncSafe(head, 0)
}

/** Without the zeros that follow each byte 0xFF, which keep decoders from taking a tag for sound. */
function synchronise(raw: Uint8Array): Buffer {
  return Buffer.from(raw.filter((byte, n) => byte !== 0 || raw[n - 1] !== 0xff))
}
