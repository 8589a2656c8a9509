import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isWithin } from '../collection/album-folders.ts'
import type { FolderEvent, FolderListener, FolderWatcher, WatchedPlaces } from './folder-events.ts'
import { type FolderPlace, FolderTable } from './folder-table.ts'
import { EVENTS, type Inotify, type InotifyEvent, isAtLimit, openInotify } from './inotify.ts'

/** Moved folders that are given up without a pause for others. */
const REMOVED_AT_ONCE = 1_000

/**
 * Watches folders and all folders in them by one inotify handle; hidden ones and links are passed over, as by imports. Resolves
 * when all are watched.
 * @throws Error if inotify is not available
 */
export async function watchTree(places: WatchedPlaces, listener: FolderListener): Promise<FolderWatcher> {
  let tree: Tree | undefined
  const inotify = openInotify(events => tree?.handle(events))
  tree = new Tree(inotify, places, listener)
  try {
    for (const folder of places.folders) await tree.add(folder)
  } catch (error) {
    inotify.close()
    throw error
  }
  return tree
}

class Tree implements FolderWatcher {
  readonly #inotify: Inotify
  readonly #places: WatchedPlaces
  readonly #listener: FolderListener
  readonly #folders = new FolderTable()
  /** Moved and new folders are followed in the order of their events. */
  #following: Promise<void> = Promise.resolve()
  /** Places that the kernel is asked to watch just now. */
  readonly #adding = new Set<{ parent: number | undefined; name: string; isMoved: boolean }>()
  isLimited = false

  constructor(inotify: Inotify, places: WatchedPlaces, listener: FolderListener) {
    this.#inotify = inotify
    this.#places = places
    this.#listener = listener
  }

  get count(): number {
    return this.#folders.count
  }

  /** Watches a folder, then what is in it: a folder that is made meanwhile has an event. */
  async add(name: string, parent?: number): Promise<void> {
    const number = await this.#watch(name, parent)
    if (number === undefined) return
    const path = this.#folders.pathOf(number)
    const entries = path === undefined ? [] : await readdir(path, { withFileTypes: true }).catch(() => [])
    const below = entries
      .filter(entry => entry.isDirectory() && !isHidden(entry.name))
      .map(({ name }) => name)
    for (const one of below) {
      this.#places.signal.throwIfAborted()
      if (this.isLimited) return
      await this.add(one, number)
    }
  }

  /** @returns undefined if it is not watched */
  async #watch(name: string, parent: number | undefined): Promise<number | undefined> {
    const above = parent === undefined ? '' : this.#folders.pathOf(parent)
    if (above === undefined) return undefined
    const path = above === '' ? name : join(above, name)
    if (this.#places.excluded.some(one => isWithin(one, path))) return undefined
    const adding = { parent, name, isMoved: false }
    this.#adding.add(adding)
    const isFull = this.#folders.count >= this.#inotify.limit
    const added = isFull ? undefined : await this.#inotify.add(path)
    this.#adding.delete(adding)
    if (added === undefined || isAtLimit(added)) this.isLimited = true
    if (added === undefined || added < 0) return undefined
    // Found in two ways at once, or mounted in a second place, maybe inside itself.
    if (this.#folders.has(added)) return undefined
    if (adding.isMoved || (parent !== undefined && !this.#folders.has(parent))) {
      this.#inotify.remove(added)
      return undefined
    }
    this.#folders.add(added, name, parent)
    return added
  }

  handle(events: readonly InotifyEvent[]): void {
    const heard: FolderEvent[] = []
    const moved: FolderPlace[] = []
    const made: FolderPlace[] = []
    let isLost = false
    for (const event of events) {
      const { watch, mask, name } = event
      isLost ||= (mask & EVENTS.overflow) !== 0
      if (mask & EVENTS.ignored) {
        // Of a disk that was unmounted there may be no other event.
        isLost ||= this.#folders.isTop(watch)
        this.#folders.delete(watch)
        continue
      }
      const read = this.#read(event)
      if (read) heard.push(read)
      if (read?.isFolder && mask & EVENTS.movedFrom) moved.push({ parent: watch, name })
      if (read?.isFolder && mask & (EVENTS.created | EVENTS.movedTo)) made.push({ parent: watch, name })
    }
    if (moved.length + made.length > 0) this.#follow(moved, made)
    if (heard.length > 0) this.#listener.onEvents(heard)
    if (isLost || this.#folders.isWorn) this.#listener.onLost()
  }

  #read({ watch, mask, name }: InotifyEvent): FolderEvent | undefined {
    const folder = this.#folders.pathOf(watch)
    if (folder === undefined || name === '' || isHidden(name)) return undefined
    const isFolder = (mask & EVENTS.isFolder) !== 0
    const kind = kindOf(mask)
    // Only its attributes have changed.
    if (isFolder && kind === 'written') return undefined
    return { kind, folder, path: join(folder, name), isFolder }
  }

  /** Watches moved folders under their new paths, if they are still within, and new ones. */
  #follow(moved: readonly FolderPlace[], made: readonly FolderPlace[]): void {
    const gone = moved.length === 0 ? [] : this.#folders.deleteWithin(moved)
    for (const one of this.#adding)
      one.isMoved ||= moved.some(({ parent, name }) => parent === one.parent && name === one.name)
    this.#following = this.#following
      .then(async () => {
        for (const [n, number] of gone.entries()) {
          this.#inotify.remove(number)
          if (n % REMOVED_AT_ONCE === REMOVED_AT_ONCE - 1) await nextTurn()
        }
        for (const { parent, name } of made) await this.add(name, parent)
      })
      .catch(() => {})
  }

  close(): void {
    this.#inotify.close()
  }
}

function kindOf(mask: number): FolderEvent['kind'] {
  if (mask & (EVENTS.deleted | EVENTS.movedFrom)) return 'removed'
  if (mask & EVENTS.created) return 'new'
  return mask & EVENTS.movedTo && mask & EVENTS.isFolder ? 'new' : 'written'
}

const isHidden = (name: string) => name.startsWith('.')
