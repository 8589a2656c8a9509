import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Random } from '../random.ts'
import type { DiskEvent } from './read-trace.ts'

/** A change of a file's content, in order. */
type Change = { readonly offset: number; readonly bytes: Buffer } | { readonly size: number }

/** A file: what a flush has put on the disk, and what is in memory alone. */
interface File {
  synced: Buffer
  pending: Change[]
  /** How many changes were flushed before those. */
  flushed: number
  /** With everything pending. */
  size: number
}

/** A folder's entries, the same way. */
interface Folder {
  synced: Map<string, File | Folder>
  pending: { readonly name: string; readonly entry: File | Folder | undefined }[]
  flushed: number
}

/** What reaches the disk by chance, though it was not flushed. */
export interface Luck {
  /** How many of the names that changed in a folder, in their order. */
  names(count: number): number
  /** Whether a change of a file's content does. */
  change(path: string): boolean
}

const NO_LUCK: Luck = { names: () => 0, change: () => false }

export const randomLuck = (random: Random): Luck => ({
  names: count => random.below(count + 1),
  change: () => random.next() < 0.5,
})

const isFolder = (entry: File | Folder): entry is Folder => entry.synced instanceof Map

/**
 * A disk on which only what was flushed survives a power cut: a file's content by flushing the file, its name by flushing
 * its folder. Stricter than most file systems.
 */
export class SimulatedDisk {
  readonly #root: string
  readonly #tree: Folder
  /** Flushes under way, by thread; each covers the changes made before it began. */
  readonly #flushes = new Map<string, { entry: File | Folder; upTo: number }>()

  /**
   * @param root the folder that the events name
   * @param before a copy of it from the beginning, which counts as flushed
   */
  constructor(root: string, before: string) {
    this.#root = root
    this.#tree = readFolder(before)
  }

  apply(event: DiskEvent): void {
    switch (event.kind) {
      case 'create': {
        const file = this.#find(event.path) as File | undefined
        if (!file) this.#name(event.path, { synced: Buffer.alloc(0), pending: [], flushed: 0, size: 0 })
        else if (event.truncate) change(file, { size: 0 })
        return
      }
      case 'write': {
        const file = this.#find(event.path) as File | undefined
        if (file) change(file, { offset: event.offset ?? file.size, bytes: event.bytes })
        return
      }
      case 'truncate':
        change(this.#find(event.path) as File, { size: event.size })
        return
      case 'rename': {
        const entry = this.#find(event.from)
        if (!entry) return
        this.#name(event.from, undefined)
        this.#name(event.to, entry)
        return
      }
      case 'link':
        this.#name(event.to, this.#find(event.from))
        return
      case 'unlink':
        this.#name(event.path, undefined)
        return
      case 'mkdir':
        this.#name(event.path, { synced: new Map(), pending: [], flushed: 0 })
        return
      case 'sync-begins': {
        const entry = this.#find(event.path)
        if (!entry) return
        this.#flushes.set(event.thread, { entry, upTo: entry.flushed + entry.pending.length })
        return
      }
      case 'sync-ends': {
        const flush = this.#flushes.get(event.thread)
        this.#flushes.delete(event.thread)
        if (flush) settle(flush.entry, flush.upTo)
      }
    }
  }

  /** Writes what is there after a power cut now into an empty folder. @param luck by default none */
  writeSurvivors(target: string, luck: Luck = NO_LUCK): void {
    writeEntry(target, this.#tree, luck)
  }

  #find(path: string): File | Folder | undefined {
    let entry: File | Folder | undefined = this.#tree
    for (const name of relative(this.#root, path).split('/').filter(Boolean)) {
      if (!entry || !isFolder(entry)) return undefined
      entry = current(entry).get(name)
    }
    return entry
  }

  #name(path: string, entry: File | Folder | undefined): void {
    const folder = this.#find(dirname(path)) as Folder | undefined
    folder?.pending.push({ name: path.slice(dirname(path).length + 1), entry })
  }
}

function readFolder(path: string): Folder {
  const entries = readdirSync(path).map((name): [string, File | Folder] => {
    const one = join(path, name)
    if (statSync(one).isDirectory()) return [name, readFolder(one)]
    const synced = readFileSync(one)
    return [name, { synced, pending: [], flushed: 0, size: synced.length }]
  })
  return { synced: new Map(entries), pending: [], flushed: 0 }
}

function change(file: File, made: Change): void {
  file.pending.push(made)
  file.size = 'size' in made ? made.size : Math.max(file.size, made.offset + made.bytes.length)
}

type Entries = Pick<Folder, 'synced' | 'pending'>

function current({ synced, pending }: Entries): Map<string, File | Folder> {
  const entries = new Map(synced)
  for (const { name, entry } of pending) {
    if (entry) entries.set(name, entry)
    else entries.delete(name)
  }
  return entries
}

/** Puts the changes up to this one on the disk, unless another flush has. */
function settle(entry: File | Folder, upTo: number): void {
  const count = Math.max(0, upTo - entry.flushed)
  entry.flushed += count
  if (isFolder(entry)) {
    entry.synced = current({ synced: entry.synced, pending: entry.pending.splice(0, count) })
  } else entry.synced = withChanges(entry.synced, entry.pending.splice(0, count))
}

function withChanges(content: Buffer, changes: readonly Change[]): Buffer {
  let result = content
  for (const made of changes) {
    const size = 'size' in made ? made.size : Math.max(result.length, made.offset + made.bytes.length)
    const next = Buffer.alloc(size)
    result.copy(next, 0, 0, Math.min(size, result.length))
    if ('bytes' in made) made.bytes.copy(next, made.offset)
    result = next
  }
  return result
}

function writeEntry(path: string, entry: File | Folder, luck: Luck): void {
  if (!isFolder(entry)) {
    const lucky = entry.pending.filter(() => luck.change(path))
    writeFileSync(path, withChanges(entry.synced, lucky))
    return
  }
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const lucky = entry.pending.slice(0, luck.names(entry.pending.length))
  for (const [name, one] of current({ synced: entry.synced, pending: lucky })) {
    // Shared memory of the database: made anew by whoever opens it.
    if (!name.endsWith('-shm')) writeEntry(join(path, name), one, luck)
  }
}
