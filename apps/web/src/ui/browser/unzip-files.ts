import { ZipPassThrough } from 'fflate'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** The end record is followed by a comment of at most this length. */
const MAX_COMMENT = 65_535
/** Larger directories are not of our archives. */
const MAX_DIRECTORY = 4 * 1024 * 1024
const STORED = 0
const DEFLATED = 8

/** The file is no ZIP archive, or a damaged one. */
export class ZipError extends Error {
  override name = 'ZipError'
}

interface Entry {
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  /** Offset of the local header. */
  readonly offset: number
}

/**
 * An open ZIP archive. Files are read when they are asked for, from anywhere in the archive: fflate would hold all of it, or read
 * it from its beginning each time (decision 086). Their names are keys and nothing else.
 */
export class ZipArchive {
  readonly #file: Blob
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: Blob, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  /** Reads the directory of an archive. @throws ZipError */
  static async open(file: Blob): Promise<ZipArchive> {
    return new ZipArchive(file, await readDirectory(file))
  }

  get names(): IterableIterator<string> {
    return this.#entries.keys()
  }

  /**
   * Unpacks a file; undefined if the archive has none of this name.
   * @param most bytes: a larger file is not unpacked
   * @throws ZipError if it is larger or damaged
   */
  async read(name: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    if (entry.size > most || entry.packedSize > most) throw new ZipError(`${name} is too large.`)
    const local = await viewOf(this.#file, entry.offset, LOCAL_BYTES)
    if (local.getUint32(0, true) !== LOCAL) throw new ZipError(`${name} is damaged.`)
    const start = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
    const packed = this.#file.slice(start, start + entry.packedSize)
    const content = await unpack(packed, entry)
    if (content.length !== entry.size || crc32(content) !== entry.crc)
      throw new ZipError(`${name} is damaged.`)
    return content
  }
}

async function readDirectory(file: Blob): Promise<Map<string, Entry>> {
  const tail = Math.max(0, file.size - END_BYTES - MAX_COMMENT)
  const view = await viewOf(file, tail, file.size - tail)
  let at = view.byteLength - END_BYTES
  while (at >= 0 && view.getUint32(at, true) !== END) at--
  if (at < 0) throw new ZipError('No ZIP archive.')
  const count = view.getUint16(at + 10, true)
  const size = view.getUint32(at + 12, true)
  if (size > MAX_DIRECTORY) throw new ZipError('The directory is too large.')
  const directory = await viewOf(file, view.getUint32(at + 16, true), size)
  const entries = new Map<string, Entry>()
  let offset = 0
  for (let n = 0; n < count; n++) {
    if (offset + CENTRAL_BYTES > size || directory.getUint32(offset, true) !== CENTRAL) {
      throw new ZipError('The directory is damaged.')
    }
    const field = (place: number) => directory.getUint16(offset + place, true)
    const name = new Uint8Array(directory.buffer).subarray(offset + CENTRAL_BYTES).subarray(0, field(28))
    entries.set(new TextDecoder().decode(name), {
      method: field(10),
      crc: directory.getUint32(offset + 16, true),
      packedSize: directory.getUint32(offset + 20, true),
      size: directory.getUint32(offset + 24, true),
      offset: directory.getUint32(offset + 42, true),
    })
    offset += CENTRAL_BYTES + field(28) + field(30) + field(32)
  }
  return entries
}

/** Unpacks no more than the size that the directory promises. */
async function unpack(packed: Blob, { method, size }: Entry): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return new Uint8Array(await packed.arrayBuffer())
  if (method !== DEFLATED) throw new ZipError('Unknown compression.')
  const content = new Uint8Array(size)
  let length = 0
  try {
    // Safari cannot iterate over streams.
    const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (length + read.value.length > size) {
        void reader.cancel()
        throw new ZipError('Larger than its size.')
      }
      content.set(read.value, length)
      length += read.value.length
    }
  } catch (cause) {
    throw new ZipError('The compressed data is damaged.', { cause })
  }
  return content.subarray(0, length)
}

async function viewOf(file: Blob, start: number, length: number): Promise<DataView<ArrayBuffer>> {
  const view = new DataView(await file.slice(start, start + length).arrayBuffer())
  if (view.byteLength < length) throw new ZipError('The archive is cut short.')
  return view
}

/** The checksum of a file in an archive. */
function crc32(bytes: Uint8Array): number {
  const file = new ZipPassThrough('')
  file.ondata = () => {}
  file.push(bytes, true)
  return file.crc >>> 0
}
