import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readDevice } from './device.ts'
import { detectFileKind, stripExtension } from './file-kinds.ts'
import { type FoundStats, QuickStats } from './quick-stats.ts'

/** A file of the collection, not yet read. */
export interface FoundFile {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly mtimeMs: number
  /** When its content, name or attributes last changed: a copy may have the time of its original as `mtimeMs`. */
  readonly changedMs: number
  /** When it was made, where the file system says so. */
  readonly bornMs?: number
  /** Of an object in a bucket: changes with its content. */
  readonly etag?: string
}

/** One folder of a collection with its relevant files, sorted by name. */
export interface FoundFolder {
  readonly path: string
  readonly audio: readonly FoundFile[]
  /** Lyrics files by their name in lower case, without extension. */
  readonly lyrics: ReadonlyMap<string, FoundFile>
  /** Cue sheets. */
  readonly sheets: readonly FoundFile[]
  readonly covers: readonly FoundFile[]
  readonly artistPictures: readonly FoundFile[]
  readonly playlists: readonly FoundFile[]
}

/** A path that was not imported. */
export interface SkippedPath {
  readonly path: string
  readonly reason: string
  /** True if files there may exist although they could not be read: they do not count as missing. */
  readonly mayExist: boolean
}

export interface WalkedRoot {
  readonly folders: readonly FoundFolder[]
  /** The device of each folder, by its path. */
  readonly devices: ReadonlyMap<string, string>
  readonly passed: readonly SkippedPath[]
}

const AT_ONCE = 16

/**
 * Walks a collection folder. Does not follow symbolic links, which may lead out of the folder or form cycles; ignores
 * hidden names and special files.
 * @param root real path of the folder
 * @param options.excluded real path of a folder in it that is passed over
 */
export async function walkRoot(
  root: string,
  { signal, excluded }: { readonly signal?: AbortSignal; readonly excluded?: string | undefined } = {},
): Promise<WalkedRoot> {
  const folders: FoundFolder[] = []
  const passed: SkippedPath[] = []
  const devices = new Map<string, string>()
  const walk: Walk = { root, passed, stats: new QuickStats() }
  let waiting = [root]
  while (waiting.length > 0) {
    signal?.throwIfAborted()
    const now = waiting.slice(0, AT_ONCE)
    const read = await Promise.all(now.map(path => readFolder(path, walk)))
    waiting = waiting.slice(AT_ONCE)
    for (const { folder, below, device } of read) {
      if (folder) folders.push(folder)
      if (folder && device !== undefined) devices.set(folder.path, device)
      waiting.push(...below.filter(path => path !== excluded))
    }
  }
  return { folders: folders.sort((a, b) => (a.path < b.path ? -1 : 1)), devices, passed }
}

interface Walk {
  readonly root: string
  readonly passed: SkippedPath[]
  readonly stats: QuickStats
}

async function readFolder(
  path: string,
  walk: Walk,
): Promise<{ folder?: FoundFolder; below: string[]; device?: string | undefined }> {
  const { root, passed } = walk
  let entries: Dirent[]
  try {
    entries = await readdir(path, { withFileTypes: true })
  } catch (error) {
    passed.push({ path, reason: `the folder cannot be opened (${codeOf(error)})`, mayExist: true })
    return { below: [] }
  }
  const below: string[] = []
  const names: string[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) below.push(join(path, entry.name))
    else if (entry.isFile()) names.push(entry.name)
    else if (entry.isSymbolicLink()) await checkLink(root, join(path, entry.name), passed)
  }
  const device = await readDevice(path)
  return { folder: await readFiles(path, names.sort(), walk), below: below.sort(), device }
}

/** Reports links that lead out of the collection. The target of any other link is found anyway. */
async function checkLink(root: string, path: string, passed: SkippedPath[]): Promise<void> {
  const { kind } = detectFileKind(path)
  const target = await realpath(path).catch(() => undefined)
  const inside = target !== undefined && !relative(root, target).startsWith('..')
  if (inside || (kind !== 'audio' && /\.\w{1,5}$/.test(path))) return
  passed.push({ path, reason: 'links that lead out of the collection are not followed', mayExist: false })
}

async function readFiles(path: string, names: readonly string[], walk: Walk): Promise<FoundFolder> {
  const kinded = names.flatMap(name => detectUse(path, name, walk.passed) ?? [])
  const paths = kinded.map(({ name }) => join(path, name))
  const stats = await walk.stats.read(paths)
  const found = kinded.map(({ name, kind }, n) =>
    describeFile({ path: paths[n]!, name, kind }, stats[n]!, walk.passed),
  )
  return toFolder(
    path,
    found.filter(one => one !== undefined),
  )
}

/** A file with its purpose. */
export interface KindedFile {
  readonly kind: 'audio' | 'lyrics' | 'sheet' | 'cover' | 'artist' | 'playlist'
  readonly file: FoundFile
}

/** @param found its files, sorted by name */
export function toFolder(path: string, found: readonly KindedFile[]): FoundFolder {
  const of = (kind: KindedFile['kind']) => found.filter(one => one.kind === kind).map(one => one.file)
  return {
    path,
    audio: of('audio'),
    lyrics: new Map(of('lyrics').map(file => [stripExtension(file.name).toLowerCase(), file])),
    sheets: of('sheet'),
    covers: of('cover'),
    artistPictures: of('artist'),
    playlists: of('playlist'),
  }
}

/** What a file is for. @returns undefined if it is not used */
function detectUse(
  folder: string,
  name: string,
  passed: SkippedPath[],
): (Pick<KindedFile, 'kind'> & { readonly name: string }) | undefined {
  const kind = detectFileKind(name)
  if (kind.kind === 'other') return undefined
  if (kind.kind !== 'unsupported') return { name, kind: kind.kind }
  passed.push({ path: join(folder, name), reason: `${kind.format} is not supported`, mayExist: false })
  return undefined
}

function describeFile(
  { path, name, kind }: { readonly path: string; readonly name: string; readonly kind: KindedFile['kind'] },
  stat: FoundStats,
  passed: SkippedPath[],
): KindedFile | undefined {
  if (stat instanceof Error) {
    if (kind === 'audio') passed.push({ path, reason: describeAccessError(name, stat), mayExist: true })
    return undefined
  }
  if (!stat.isFile()) return undefined
  const { size, mtimeMs, ctimeMs, birthtimeMs } = stat
  const times = { mtimeMs: Math.floor(mtimeMs), changedMs: ctimeMs, bornMs: birthtimeMs }
  return { kind, file: { path, name, size, ...times } }
}

function describeAccessError(name: string, error: unknown): string {
  return name.includes('\ufffd')
    ? 'its name is not valid UTF-8: rename it'
    : `it cannot be opened (${codeOf(error)})`
}

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'EACCES' ? 'permission denied' : (code ?? 'unknown error')
}
