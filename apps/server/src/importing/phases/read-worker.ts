import { UnreachableError, UnreadableError } from '@refrain/audio/audio-info'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { type FileToRead, type ReadFile, readFile } from './read-file.ts'

/** Sent for each file, in order. */
export type FileUpdate = (ReadFile & { pictureBytes?: Uint8Array }) | Problem

/** Why a file cannot be imported. If it is temporary, the next import tries again although the file is unchanged. */
export interface Problem {
  readonly problem: string
  readonly isTemporary: boolean
}

interface Cover {
  readonly hash: string
  readonly bytes: Uint8Array
}

serveJobs<readonly FileToRead[], void, FileUpdate>(async (files, { update }) => {
  const covers: Cover[] = []
  for (const file of files) {
    const { result, transfer } = await readOne(file, covers)
    update(result, transfer)
  }
})

async function readOne(
  file: FileToRead,
  covers: Cover[],
): Promise<{ result: FileUpdate; transfer: ArrayBuffer[] }> {
  try {
    const { cover, ...read } = await readFile(file)
    if (!cover) return { result: { ...read, picture: '' }, transfer: [] }
    // The tracks of an album usually share their cover: hash and transfer it once.
    const same = covers.find(one => Buffer.compare(one.bytes, cover) === 0)
    if (same) return { result: { ...read, picture: same.hash }, transfer: [] }
    const picture = shortId(cover)
    covers.push({ hash: picture, bytes: cover })
    const pictureBytes = Uint8Array.from(cover)
    return { result: { ...read, picture, pictureBytes }, transfer: [pictureBytes.buffer] }
  } catch (error) {
    const { message } = error as Error
    const problem = error instanceof UnreadableError ? message : `reading it failed (${message})`
    return { result: { problem, isTemporary: error instanceof UnreachableError }, transfer: [] }
  }
}
