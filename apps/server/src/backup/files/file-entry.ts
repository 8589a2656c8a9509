import { posix } from 'node:path'
import { OperatorError } from '../../settings.ts'
import { STORED_NAMES, type StoredFile } from './stored-files.ts'

/** A piece of a chunk. */
interface FilePart {
  readonly chunk: string
  readonly offset: number
  readonly length: number
}

/** A file with the pieces that it consists of. */
export interface FileEntry extends StoredFile {
  readonly parts: readonly FilePart[]
}

export function writeEntry({ path, size, mtimeMs, parts }: FileEntry): string {
  return JSON.stringify([
    path,
    size,
    mtimeMs,
    parts.map(({ chunk, offset, length }) => [chunk, offset, length]),
  ])
}

/** @throws OperatorError if the path leads out of the places that backups take files from */
export function parseEntry(line: string): FileEntry {
  type Line = [string, number, number, [string, number, number][]]
  const [path, size, mtimeMs, parts] = JSON.parse(line) as Line
  const isSafe =
    posix.normalize(path) === path &&
    !path.includes('\\') &&
    STORED_NAMES.some(name => path === name || path.startsWith(`${name}/`))
  if (!isSafe) throw new OperatorError(`The backup has a file with the path ${path}: it was tampered with.`)
  return { path, size, mtimeMs, parts: parts.map(([chunk, offset, length]) => ({ chunk, offset, length })) }
}
