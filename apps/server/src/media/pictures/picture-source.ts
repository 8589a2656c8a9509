import { constants, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { z } from 'zod'

/** Of pictures that are stored as they were found, and of those whose place is stored instead. */
export const MAX_ORIGINAL_BYTES = 1024 * 1024
/** Smaller pictures take as much disk as their place does. */
const MIN_BYTES = 4096
/** Files that are remembered for one picture, one of each folder: those of an album usually go together. */
const MAX_PATHS = 4
/** Files that are looked at for that. */
const MAX_LOOKS = 8
/** First bytes by which a picture is looked for in a file. */
const START_BYTES = 48
/** How far from the start of a file a picture may begin. */
const SEARCHED_BYTES = 1024 * 1024
/** Other pictures may begin with the same bytes. */
const MAX_STARTS = 16
/** Refuses symbolic links, and does not block on pipes. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Where a picture of the collection was found: in which files, as a whole or in their tags. */
const pictureSource = z.object({
  start: z.base64().length((START_BYTES * 4) / 3),
  size: z.int().positive().max(MAX_ORIGINAL_BYTES),
  paths: z.array(z.string()).min(1).max(MAX_PATHS),
})
type PictureSource = z.infer<typeof pictureSource>
type SoughtPicture = Pick<PictureSource, 'start' | 'size'>

/**
 * Describes where a picture can be read again.
 * @param paths files that hold it, as a whole or in their tags
 * @param former an earlier description, whose files are remembered, too
 * @returns undefined if its bytes have to be stored
 */
export async function describePictureSource(
  bytes: Uint8Array,
  paths: readonly string[],
  former?: Uint8Array,
): Promise<Buffer | undefined> {
  if (bytes.length < MIN_BYTES || bytes.length > MAX_ORIGINAL_BYTES) return undefined
  const start = Buffer.from(bytes.subarray(0, START_BYTES)).toString('base64')
  const known = former ? (parse(former)?.paths ?? []) : []
  const found = await findFiles([...paths, ...known], { start, size: bytes.length }, shortId(bytes))
  const isNew = found.some(path => paths.includes(path))
  // Some tags hold pictures in pieces or as text.
  return isNew ? Buffer.from(JSON.stringify({ start, size: bytes.length, paths: found })) : undefined
}

/** Files that hold a picture as it is, one of each folder. */
async function findFiles(paths: readonly string[], picture: SoughtPicture, id: string): Promise<string[]> {
  const found = new Map<string, string>()
  let looks = 0
  for (const path of paths) {
    if (found.has(dirname(path))) continue
    if (found.size === MAX_PATHS || looks++ === MAX_LOOKS) break
    if (await findIn(path, picture, id)) found.set(dirname(path), path)
  }
  return [...found.values()]
}

/**
 * Reads a picture where it was found.
 * @param picturePath `<hash>.webp`: files may have changed since
 * @returns undefined if no file holds it any more
 */
export async function readPictureSource(
  picturePath: string,
  description: Uint8Array,
): Promise<Uint8Array | undefined> {
  const source = parse(description)
  const id = picturePath.replace(/\.\w+$/, '')
  for (const path of source?.paths ?? []) {
    const found = source && (await findIn(path, source, id))
    if (found) return found
  }
  return undefined
}

function parse(description: Uint8Array): PictureSource | undefined {
  try {
    return pictureSource.safeParse(JSON.parse(Buffer.from(description).toString())).data
  } catch {
    return undefined
  }
}

async function findIn(path: string, source: SoughtPicture, id: string): Promise<Buffer | undefined> {
  const head = await readHead(path, source.size + SEARCHED_BYTES).catch(() => undefined)
  if (!head) return undefined
  const start = Buffer.from(source.start, 'base64')
  for (
    let at = head.indexOf(start), n = 0;
    at >= 0 && n < MAX_STARTS;
    at = head.indexOf(start, at + 1), n++
  ) {
    const found = head.subarray(at, at + source.size)
    if (found.length === source.size && shortId(found) === id) return found
  }
  return undefined
}

async function readHead(path: string, most: number): Promise<Buffer | undefined> {
  const file = await open(path, FLAGS)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return undefined
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.min(most, stat.size)), {
      position: 0,
    })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
