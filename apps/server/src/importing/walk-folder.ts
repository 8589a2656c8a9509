import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { baseOf, kindOf } from './collection-names.ts'
import { deviceOf } from './device-of.ts'

/** A file as it was met, unread. */
export interface SeenFile {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly mtimeMs: number
}

/** One folder of a collection with what counts in it, in order of names. */
export interface SeenFolder {
  readonly path: string
  readonly sounds: readonly SeenFile[]
  /** Lyrics by the name of the sound they lie beside, without ending, in lower case. */
  readonly lyrics: ReadonlyMap<string, SeenFile>
  readonly covers: readonly SeenFile[]
  readonly artistPictures: readonly SeenFile[]
}

/** A path that was passed over, and why. */
export interface Passed {
  readonly path: string
  readonly reason: string
  /** True where what lies there or below may be there all the same: it has not vanished. */
  readonly unsure: boolean
}

export interface WalkedRoot {
  readonly folders: readonly SeenFolder[]
  /** The device of each folder, by its path. */
  readonly devices: ReadonlyMap<string, string>
  readonly passed: readonly Passed[]
}

const AT_ONCE = 16

/**
 * Walks a collection folder. Links are not followed, so that it neither leaves the folder nor turns in
 * circles; hidden names, and everything that is no plain file, are passed over.
 * @param root real path of the folder
 */
export async function walkRoot(root: string, signal?: AbortSignal): Promise<WalkedRoot> {
  const folders: SeenFolder[] = []
  const passed: Passed[] = []
  const devices = new Map<string, string>()
  let waiting = [root]
  while (waiting.length > 0) {
    signal?.throwIfAborted()
    const now = waiting.slice(0, AT_ONCE)
    const read = await Promise.all(now.map(path => readFolder(root, path, passed)))
    waiting = waiting.slice(AT_ONCE)
    for (const { folder, below, device } of read) {
      if (folder) folders.push(folder)
      if (folder && device !== undefined) devices.set(folder.path, device)
      waiting.push(...below)
    }
  }
  return { folders: folders.sort((a, b) => (a.path < b.path ? -1 : 1)), devices, passed }
}

async function readFolder(
  root: string,
  path: string,
  passed: Passed[],
): Promise<{ folder?: SeenFolder; below: string[]; device?: string | undefined }> {
  let entries: Dirent[]
  try {
    entries = await readdir(path, { withFileTypes: true })
  } catch (error) {
    passed.push({ path, reason: `the folder cannot be opened (${codeOf(error)})`, unsure: true })
    return { below: [] }
  }
  const below: string[] = []
  const names: string[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) below.push(join(path, entry.name))
    else if (entry.isFile()) names.push(entry.name)
    else if (entry.isSymbolicLink()) await judgeLink(root, join(path, entry.name), passed)
  }
  const device = await deviceOf(path)
  return { folder: await readNames(path, names.sort(), passed), below: below.sort(), device }
}

/** A link to somewhere inside is met there anyway; one that leads out is worth a word. */
async function judgeLink(root: string, path: string, passed: Passed[]): Promise<void> {
  const { kind } = kindOf(path)
  const target = await realpath(path).catch(() => undefined)
  const inside = target !== undefined && !relative(root, target).startsWith('..')
  if (inside || (kind !== 'sound' && /\.\w{1,5}$/.test(path))) return
  passed.push({ path, reason: 'links that lead out of the collection are not followed', unsure: false })
}

async function readNames(path: string, names: readonly string[], passed: Passed[]): Promise<SeenFolder> {
  const found = await Promise.all(names.map(name => seeFile(path, name, passed)))
  const of = (kind: string) => found.filter(one => one?.kind === kind).map(one => one!.file)
  return {
    path,
    sounds: of('sound'),
    lyrics: new Map(of('lyrics').map(file => [baseOf(file.name).toLowerCase(), file])),
    covers: of('cover'),
    artistPictures: of('artist'),
  }
}

async function seeFile(folder: string, name: string, passed: Passed[]) {
  const path = join(folder, name)
  const kind = kindOf(name)
  if (kind.kind === 'other') return undefined
  if (kind.kind === 'unsupported') {
    passed.push({ path, reason: `${kind.format} is not supported`, unsure: false })
    return undefined
  }
  let stat: Stats
  try {
    stat = await lstat(path)
  } catch (error) {
    if (kind.kind === 'sound') passed.push({ path, reason: whyUnseen(name, error), unsure: true })
    return undefined
  }
  if (!stat.isFile()) return undefined
  return { kind: kind.kind, file: { path, name, size: stat.size, mtimeMs: Math.floor(stat.mtimeMs) } }
}

function whyUnseen(name: string, error: unknown): string {
  return name.includes('\ufffd')
    ? 'its name is not valid UTF-8: rename it'
    : `it cannot be opened (${codeOf(error)})`
}

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'EACCES' ? 'permission denied' : (code ?? 'unknown error')
}
