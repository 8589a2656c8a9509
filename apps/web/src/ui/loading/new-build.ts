import { BUILD_META, SHELL_PATH } from '@refrain/contract/service-paths'
import { ownName, prefix } from '../../prefix.ts'
import { parseDocument } from '../browser/trusted-types.ts'

/** The last build that this tab was reloaded for: it never reloads twice for the same one. */
const KEY = ownName('openedBuild')

let reload = () => location.reload()

/** @param handler loads the current navigation target as a new document */
export function setReloadHandler(handler: () => void): void {
  reload = handler
}

/** The build of this page; undefined on the development server. */
export const readOwnBuild = () => readBuild(document)

/**
 * Asks the server for its build.
 * @returns undefined if it is this page's, or the tab was reloaded for it before
 * @throws if the server cannot be asked
 */
export async function findNewBuild(): Promise<string | undefined> {
  const response = await fetch(prefix + SHELL_PATH, { cache: 'no-store' })
  if (!response.ok) throw new Error(`The page could not be fetched: ${response.status}`)
  const build = readBuild(parseDocument(await response.text(), 'text/html'))
  const isNew = build !== readOwnBuild() && build !== sessionStorage.getItem(KEY)
  return isNew ? build : undefined
}

/** To be called right before this tab is reloaded for a build. */
export function rememberBuild(build: string): void {
  sessionStorage.setItem(KEY, build)
}

/**
 * Opens the current navigation target in the server's build if that differs from this page's.
 * @returns whether the page is reloading
 */
export async function openNewBuild(): Promise<boolean> {
  try {
    const build = await findNewBuild()
    if (!build) return false
    rememberBuild(build)
  } catch {
    return false
  }
  reload()
  return true
}

const readBuild = (page: Document) =>
  page.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content || undefined
