import type { Dirent } from 'node:fs'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { readStreamed } from '../../object-storage/streamed-bytes.ts'
import { OpenFiles } from '../files/open-files.ts'
import { makeDurableFolder, syncFolder, writeAtomically } from '../files/write-atomically.ts'
import type { MediaStorage, NewObject, ObjectStats } from './media-storage.ts'

/** Of files that are being written; see write-atomically.ts. */
const UNFINISHED = '.tmp'

/**
 * Stores media as files of the data folder, at the paths that their names say.
 * @param files may be shared; closed with the storage
 */
export function folderStorage(dataDir: string, files?: OpenFiles): MediaStorage {
  let opened = files
  const pathOf = (name: string) => join(dataDir, name)
  return {
    label: dataDir,
    isRemote: false,
    open(name) {
      opened ??= new OpenFiles()
      return opened.open(pathOf(name), join(dataDir, topFolder(name)))
    },
    stat: name => statFile(pathOf(name)),
    read: name => readFile(pathOf(name)).catch(isGone),
    write: objects => writeFiles(dataDir, objects),
    remove: name => rm(pathOf(name), { force: true }),
    async *list(prefix) {
      for await (const name of findFiles(dataDir, prefix)) {
        if (!name.endsWith(UNFINISHED)) yield { name, stat: () => statFile(pathOf(name)) }
      }
    },
    async removeUnfinished(folder, before) {
      for await (const name of findFiles(dataDir, `${folder}/`)) {
        if (!name.endsWith(UNFINISHED)) continue
        const found = await stat(pathOf(name)).catch(isGone)
        if (found && found.mtimeMs < before) await rm(pathOf(name), { force: true })
      }
    },
    close: () => opened?.close(),
  }
}

/** `pictures` may be a link to another disk, but nothing in it may lead out of it. */
const topFolder = (name: string) => name.slice(0, Math.max(0, name.indexOf('/')))

async function statFile(path: string): Promise<ObjectStats | undefined> {
  const found = await stat(path).catch(isGone)
  return found && { size: found.size, mtimeMs: Math.floor(found.mtimeMs) }
}

/** Writes all of them or none: what a failure leaves of one picture would only fill the disk. */
async function writeFiles(dataDir: string, objects: readonly NewObject[]): Promise<void> {
  const folders = new Set<string>()
  const added: string[] = []
  try {
    for (const { name, bytes, mtimeMs } of objects) {
      const path = join(dataDir, name)
      const folder = dirname(path)
      if (!folders.has(folder)) await makeDurableFolder(dirname(dataDir), folder)
      folders.add(folder)
      const content = bytes instanceof Uint8Array ? bytes : await readStreamed(bytes)
      const isNew = (await statFile(path)) === undefined
      await writeAtomically(path, content, { durable: 'content' })
      if (isNew) added.push(path)
      if (mtimeMs !== undefined) await utimes(path, new Date(mtimeMs), new Date(mtimeMs))
    }
    for (const folder of folders) await syncFolder(folder)
  } catch (error) {
    for (const path of added) await rm(path, { force: true }).catch(() => {})
    throw error
  }
}

/** Names of the files below the folder of `prefix` that start with it. Files that disappear meanwhile are left out. */
async function* findFiles(dataDir: string, prefix: string): AsyncGenerator<string> {
  const folder = posix.dirname(`${prefix}x`)
  for (const entry of await readEntries(join(dataDir, folder))) {
    const name = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (!name.startsWith(prefix)) continue
    if (entry.isDirectory()) yield* findFiles(dataDir, `${name}/`)
    else if (entry.isFile()) yield name
  }
}

async function readEntries(folder: string): Promise<Dirent[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(isGone)) ?? []
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
