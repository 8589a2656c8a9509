import { createHash } from 'node:crypto'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { originalName, pictureOfSource } from '../media/pictures/picture-path.ts'
import { readPictureSource } from '../media/pictures/picture-source.ts'
import type { MediaFile, MediaStorage } from '../media/storage/media-storage.ts'
import { readBytes } from '../media/storage/read-bytes.ts'
import { OperatorError } from '../settings.ts'
import { MEDIA_FOLDERS } from './files/stored-files.ts'

/** In the target until the move is complete; holds what is being moved. */
const UNFINISHED = 'move.unfinished'
const CONCURRENT = 8
const PIECE_BYTES = 4 * 1024 * 1024

export interface MoveReport {
  readonly objects: number
  readonly bytes: number
  /** Were there already, from an interrupted move. */
  readonly present: number
}

/**
 * Copies pictures and uploads to empty storage, or continues an interrupted move from the same storage. Each object is read
 * back, and its size and SHA-256 are compared. The source is only read.
 * @param onProgress called now and then with the number of objects so far
 * @throws OperatorError if the target is not empty, or an object differs
 */
export async function moveMedia(
  from: MediaStorage,
  to: MediaStorage,
  onProgress: (done: number) => void = () => {},
): Promise<MoveReport> {
  const marker = await to.read(UNFINISHED)
  if (marker === undefined) await checkEmpty(to)
  else if (String(marker) !== from.label) {
    throw new OperatorError(
      `${to.label} holds an interrupted move from ${String(marker)}: continue that one, or empty it.`,
    )
  }
  await to.write([{ name: UNFINISHED, bytes: Buffer.from(from.label) }])
  const report = { objects: 0, bytes: 0, present: 0 }
  let batch: string[] = []
  const moveBatch = async () => {
    for (const { size, wasPresent } of await Promise.all(batch.map(name => moveObject(from, to, name)))) {
      report.objects++
      report.bytes += size
      if (wasPresent) report.present++
    }
    batch = []
    onProgress(report.objects)
  }
  for (const folder of MEDIA_FOLDERS) {
    for await (const { name } of from.list(`${folder}/`)) {
      if (await hasOriginal(from, name)) {
        // An interrupted move may have copied it before the original was stored.
        await to.remove(name)
        continue
      }
      batch.push(name)
      if (batch.length === CONCURRENT) await moveBatch()
    }
  }
  await moveBatch()
  await checkComplete(from, to, report.objects)
  await to.remove(UNFINISHED)
  return report
}

async function checkEmpty(to: MediaStorage): Promise<void> {
  for (const folder of MEDIA_FOLDERS) {
    for await (const { name } of to.list(`${folder}/`))
      throw new OperatorError(
        `${to.label} is not empty (${name}): name an empty place, or move its media away.`,
      )
  }
}

async function moveObject(
  from: MediaStorage,
  to: MediaStorage,
  named: string,
): Promise<{ size: number; wasPresent: boolean }> {
  const [stored, stats] = await Promise.all([from.read(named), from.stat(named)])
  if (!stored || !stats) throw changed(from)
  const { name, bytes: source } = await readOriginal(to, named, stored)
  // From an interrupted move that could not read the music.
  if (name !== named) await to.remove(named)
  const expected = createHash('sha256').update(source).digest('hex')
  if ((await hashStored(to, name, source.length)) === expected)
    return { size: source.length, wasPresent: true }
  await to.write([{ name, bytes: source, mtimeMs: stats.mtimeMs }])
  if ((await hashStored(to, name, source.length)) !== expected)
    throw new OperatorError(
      `${name} in ${to.label} is not what was written: check the storage, and move again.`,
    )
  return { size: source.length, wasPresent: false }
}

/** Whether this is where a cover was found, beside a copy of it: only the copy is moved. */
async function hasOriginal(from: MediaStorage, name: string): Promise<boolean> {
  const picturePath = pictureOfSource(name)
  return picturePath !== undefined && (await from.stat(originalName(picturePath))) !== undefined
}

/** A cover instead of where it is, as other machines may not have that file; if it can be read, or was moved before. */
async function readOriginal(
  to: MediaStorage,
  name: string,
  bytes: Uint8Array,
): Promise<{ name: string; bytes: Uint8Array }> {
  const picturePath = pictureOfSource(name)
  if (picturePath === undefined) return { name, bytes }
  const picture = (await readPictureSource(picturePath, bytes)) ?? (await readMoved(to, picturePath))
  return picture ? { name: originalName(picturePath), bytes: picture } : { name, bytes }
}

async function readMoved(to: MediaStorage, picturePath: string): Promise<Uint8Array | undefined> {
  const bytes = await to.read(originalName(picturePath))
  return bytes && `${shortId(bytes)}.webp` === picturePath ? bytes : undefined
}

/** SHA-256 of what is stored. @returns undefined if there is nothing, or its size is another one */
async function hashStored(storage: MediaStorage, name: string, size: number): Promise<string | undefined> {
  const file = await storage.open(name)
  if (!file) return undefined
  try {
    return file.size === size ? await hashFile(file) : undefined
  } finally {
    file.release()
  }
}

async function hashFile(file: MediaFile): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    hash.update(await readBytes(file, at, Math.min(PIECE_BYTES, file.size - at)))
  return hash.digest('hex')
}

/** Both have the same objects: none was added, removed or left over. */
async function checkComplete(from: MediaStorage, to: MediaStorage, moved: number): Promise<void> {
  let expected = 0
  let count = 0
  for (const folder of MEDIA_FOLDERS) {
    for await (const { name } of from.list(`${folder}/`)) if (!(await hasOriginal(from, name))) expected++
    for await (const _ of to.list(`${folder}/`)) count++
  }
  if (expected !== moved) throw changed(from)
  if (count !== moved)
    throw new OperatorError(`${to.label} has ${count} objects instead of ${moved}: empty it, and move again.`)
}

const changed = (from: MediaStorage) =>
  new OperatorError(`${from.label} was changed during the move: stop the service, and move again.`)
