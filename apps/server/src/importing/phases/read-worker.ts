import { UnreachableError, UnreadableError } from '@refrain/audio/audio-info'
import { serveJobs } from '../../workers/serve-jobs.ts'
import { type FileToRead, type KnownCovers, type ReadFile, readFile } from './read-file.ts'

/** Sent for each file, in order. */
export type FileUpdate = (ReadFile & { readonly pictureBytes?: Uint8Array<ArrayBuffer> }) | Problem

/** Why a file cannot be imported. If it is temporary, the next import tries again although the file is unchanged. */
export interface Problem {
  readonly problem: string
  readonly isTemporary: boolean
}

serveJobs<readonly FileToRead[], void, FileUpdate>(async (files, { update }) => {
  const covers: KnownCovers = new Map()
  for (const file of files) {
    const result = await readOne(file, covers)
    update(result, 'pictureBytes' in result ? [result.pictureBytes.buffer] : [])
  }
})

async function readOne(file: FileToRead, covers: KnownCovers): Promise<FileUpdate> {
  try {
    return await readFile(file, covers)
  } catch (error) {
    const { message } = error as Error
    const problem = error instanceof UnreadableError ? message : `reading it failed (${message})`
    return { problem, isTemporary: error instanceof UnreachableError }
  }
}
