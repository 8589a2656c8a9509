import { crc32 } from './crc32.ts'

/** One file of an archive; its name may contain folders: `playlists/Sunday.m3u8`. */
export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer> | string
}

/** Signatures and fixed lengths of the format's records. */
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** ZIP 2.0, the oldest version with folders and deflate. */
const VERSION = 20
/** General purpose flag: names are UTF-8. */
const UTF8_NAMES = 0x0800
const STORED = 0
const DEFLATED = 8

interface Packed {
  readonly name: Uint8Array<ArrayBuffer>
  readonly body: Uint8Array<ArrayBuffer>
  readonly method: typeof STORED | typeof DEFLATED
  readonly crc: number
  readonly size: number
}

/**
 * Packs files into a ZIP archive: texts are deflated, binary content is stored as it is.
 * @param at modification date of every file, in local time
 */
export async function zipFiles(entries: readonly ZipEntry[], at: Date): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = await pack(entry)
    const local = header(LOCAL, LOCAL_BYTES, 4, packed, at)
    const central = header(CENTRAL, CENTRAL_BYTES, 6, packed, at)
    central.setUint16(4, VERSION, true)
    central.setUint32(42, offset, true)
    parts.push(bytesOf(local), packed.name, packed.body)
    directory.push(bytesOf(central), packed.name)
    offset += LOCAL_BYTES + packed.name.length + packed.body.length
  }
  const end = new DataView(new ArrayBuffer(END_BYTES))
  end.setUint32(0, END, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(
    12,
    directory.reduce((sum, part) => sum + part.length, 0),
    true,
  )
  end.setUint32(16, offset, true)
  return new Blob([...parts, ...directory, bytesOf(end)], { type: 'application/zip' })
}

async function pack({ name, content }: ZipEntry): Promise<Packed> {
  const encoder = new TextEncoder()
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  const common = { name: encoder.encode(name), crc: crc32(bytes), size: bytes.length }
  if (typeof content !== 'string') return { ...common, body: bytes, method: STORED }
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const body = new Uint8Array(await new Response(deflated).arrayBuffer())
  return { ...common, body, method: DEFLATED }
}

/** A local or central header: both have the same fields in the same order, starting at offset `from`. */
function header(
  signature: number,
  bytes: number,
  from: number,
  packed: Packed,
  at: Date,
): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(bytes))
  view.setUint32(0, signature, true)
  view.setUint16(from, VERSION, true)
  view.setUint16(from + 2, UTF8_NAMES, true)
  view.setUint16(from + 4, packed.method, true)
  view.setUint16(from + 6, (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), true)
  view.setUint16(from + 8, ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), true)
  view.setUint32(from + 10, packed.crc, true)
  view.setUint32(from + 14, packed.body.length, true)
  view.setUint32(from + 18, packed.size, true)
  view.setUint16(from + 22, packed.name.length, true)
  return view
}

const bytesOf = (view: DataView<ArrayBuffer>) => new Uint8Array(view.buffer)
