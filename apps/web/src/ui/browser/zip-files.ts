import { Zip, ZipPassThrough } from 'fflate'

/** One file of an archive; its name may contain folders: `playlists/Sunday.m3u8`. */
export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer> | string
}

const DEFLATED = 8

/**
 * Packs files into a ZIP archive: texts are deflated, binary content is stored as it is.
 * @param at modification date of every file, in local time
 */
export async function zipFiles(entries: readonly ZipEntry[], at: Date): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  for (const { name, content } of entries) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const file =
      typeof content === 'string' ? new PackedFile(name, await deflate(bytes)) : new ZipPassThrough(name)
    file.mtime = at
    zip.add(file)
    file.push(bytes, true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}

/** A file that the browser has deflated: its own code is faster, and does not hold up the page. */
class PackedFile extends ZipPassThrough {
  override compression = DEFLATED
  readonly #packed: Uint8Array<ArrayBuffer>

  constructor(name: string, packed: Uint8Array<ArrayBuffer>) {
    super(name)
    this.#packed = packed
  }

  protected override process(): void {
    this.ondata(null, this.#packed, true)
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(deflated).arrayBuffer())
}
