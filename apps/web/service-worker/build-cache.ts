import { SHELL_PATH } from '@refrain/contract/service-paths'
import { prefix } from './prefix.ts'

/** Defined by service-worker-file.ts. */
declare const BUILD: {
  /** Unique per build. */
  readonly id: string
  /** Of the shell page, in the syntax of subresource integrity. */
  readonly integrity: string
  /** Paths, behind the prefix, of the fingerprinted files that Home and the screens it links to need. */
  readonly files: readonly string[]
  /** Those that only other screens need. */
  readonly rest: readonly string[]
}

const thisBuild = BUILD

const CACHES = `${prefix && `${prefix}:`}build `
const CACHE_NAME = CACHES + thisBuild.id
const SHELL = prefix + SHELL_PATH

/**
 * Caches the shell page and the files of the first screens. Fails as a whole if the server has another build than this
 * one, so that builds are never mixed.
 */
export async function cacheBuild(): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  const files = thisBuild.files.map(file => new Request(prefix + file, { priority: 'low' }))
  await Promise.all([refreshShell(), cache.addAll(files)])
}

/** Caches the remaining files one after the other, so that other requests do not have to wait. */
export async function cacheRest(): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  for (const path of thisBuild.rest) {
    const file = prefix + path
    if (!(await cache.match(file))) await cache.add(new Request(file, { priority: 'low' }))
  }
}

/** Fetches the shell page again, since its headers may have changed. Rejects if it is of another build. */
export async function refreshShell(): Promise<void> {
  const { integrity } = thisBuild
  const shell = await fetch(SHELL, { integrity, cache: 'no-store', credentials: 'omit' })
  if (!shell.ok) throw new Error(`${SHELL} answered ${shell.status}.`)
  const cache = await caches.open(CACHE_NAME)
  await cache.put(SHELL, shell)
}

/** The cached shell page; undefined if the browser has evicted it. */
export async function readShell(): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME)
  return cache.match(SHELL)
}

/** A fingerprinted file of any build. Unlisted files, such as fonts for other scripts, are cached on first use. */
export async function readAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(CACHE_NAME)
    await cache.put(request, response.clone())
  }
  return response
}

/** Deletes the caches of all but the previous build: open pages may still request its files. */
export async function deleteOldBuilds(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(name => name.startsWith(CACHES) && name !== CACHE_NAME)
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)))
}
