import { watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { isWithin } from '../collection/album-folders.ts'
import { detectFileKind } from '../collection/file-kinds.ts'
import type { FolderListener, FolderWatcher, WatchedPlaces } from './folder-events.ts'
import { watchTree } from './watch-tree.ts'

/**
 * Watches folders and everything in them by the means of the system. Resolves when all are watched.
 * @throws Error if that is not possible here
 */
export function watchFolders(places: WatchedPlaces, listener: FolderListener): Promise<FolderWatcher> {
  return process.platform === 'linux' ? watchTree(places, listener) : watchRecursively(places, listener)
}

/** For macOS and Windows, which watch a folder and all in it at once. */
async function watchRecursively(
  { folders, excluded }: WatchedPlaces,
  listener: FolderListener,
): Promise<FolderWatcher> {
  const watchers = folders.map(folder => {
    const watcher = watch(folder, { recursive: true }, (type, name) => {
      if (name === null) return listener.onLost()
      if (name.split(sep).some(part => part.startsWith('.'))) return
      const path = join(folder, name)
      if (excluded.some(one => isWithin(one, path))) return
      // What a rename is, nobody says: as if something were added, maybe a folder.
      const isChange = type === 'change'
      const isFolder = !isChange && detectFileKind(basename(name)).kind === 'other'
      listener.onEvents([{ kind: isChange ? 'written' : 'new', folder: dirname(path), path, isFolder }])
    })
    watcher.on('error', () => listener.onLost())
    return watcher
  })
  return {
    count: folders.length,
    isLimited: false,
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }
}
