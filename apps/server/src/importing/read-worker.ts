import { parentPort } from 'node:worker_threads'
import { type FileToRead, type ReadFile, readFile } from './read-file.ts'
import { UnreachableError, UnreadableError } from './sound.ts'

/** One answer for each file, in order; before the first of all comes `'ready'`. */
export type WorkerAnswer = (ReadFile & { pictureBytes?: Uint8Array }) | Problem

/** Why a file cannot go in; `passing` where the next run should try again although it looks the same. */
export interface Problem {
  readonly problem: string
  readonly passing: boolean
}

parentPort?.on('message', async (files: readonly FileToRead[]) => {
  // Twelve tracks carry the same cover: it travels once.
  const sent = new Set<string>()
  for (const file of files) {
    const { answer, transfer } = await readOne(file, sent)
    parentPort?.postMessage(answer, transfer)
  }
})

parentPort?.postMessage('ready')

async function readOne(
  file: FileToRead,
  sent: Set<string>,
): Promise<{ answer: WorkerAnswer; transfer: ArrayBuffer[] }> {
  try {
    const { pictureBytes, ...read } = await readFile(file)
    if (!pictureBytes || sent.has(read.picture)) return { answer: read, transfer: [] }
    sent.add(read.picture)
    const copy = Uint8Array.from(pictureBytes)
    return { answer: { ...read, pictureBytes: copy }, transfer: [copy.buffer] }
  } catch (error) {
    const { message } = error as Error
    const problem = error instanceof UnreadableError ? message : `reading it failed (${message})`
    return { answer: { problem, passing: error instanceof UnreachableError }, transfer: [] }
  }
}
