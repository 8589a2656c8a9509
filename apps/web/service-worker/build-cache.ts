import { SHELL_PATH } from '@refrain/contract/service-paths'
import { thisBuild } from './this-build.ts'

const PREFIX = 'build '
const NAME = PREFIX + thisBuild.id

/**
 * Keeps the page and the files of the next screens under the name of this build. Fails as a whole where the server
 * has another build than this one, so that old and new are never mixed.
 */
export async function cacheBuild(): Promise<void> {
  const cache = await caches.open(NAME)
  const files = thisBuild.files.map(file => new Request(file, { priority: 'low' }))
  await Promise.all([refreshShell(), cache.addAll(files)])
}

/** Keeps the remaining files, one after the other: whatever a listener waits for comes first. */
export async function cacheRest(): Promise<void> {
  const cache = await caches.open(NAME)
  for (const file of thisBuild.rest) {
    if (!(await cache.match(file))) await cache.add(new Request(file, { priority: 'low' }))
  }
}

/** Takes the page anew, since its headers may have changed; never that of another build. */
export async function refreshShell(): Promise<void> {
  const { integrity } = thisBuild
  const shell = await fetch(SHELL_PATH, { integrity, cache: 'no-store', credentials: 'omit' })
  if (!shell.ok) throw new Error('The page is not there.')
  const cache = await caches.open(NAME)
  await cache.put(SHELL_PATH, shell)
}

/** The page as it is kept; undefined where the browser has dropped it. */
export async function readShell(): Promise<Response | undefined> {
  const cache = await caches.open(NAME)
  return cache.match(SHELL_PATH)
}

/**
 * A fingerprinted file: of whichever build it is, its name says its bytes. What is not kept yet, such as
 * letters of other alphabets, is kept from the first time on.
 */
export async function readAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(NAME)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** Drops what is old. The build before this one stays: pages that are open may still ask for its files. */
export async function deleteOldBuilds(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(name => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)))
}
