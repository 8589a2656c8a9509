import { SHELL_PATH } from '@refrain/contract/service-paths'

/** Session storage key of the build that the page was reloaded for: never twice for the same. */
const KEY = 'openedBuild'

let reload = () => location.reload()

/** @param handler loads the current navigation target as a new document */
export function setReloadHandler(handler: () => void): void {
  reload = handler
}

/**
 * Opens the current navigation target in the server's build if that differs from this page's.
 * @returns whether the page is reloading
 */
export async function openNewBuild(): Promise<boolean> {
  try {
    const response = await fetch(SHELL_PATH, { cache: 'no-store' })
    const served = scriptsOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
    if (!response.ok || !served || served === scriptsOf(document)) return false
    if (sessionStorage.getItem(KEY) === served) return false
    sessionStorage.setItem(KEY, served)
  } catch {
    return false
  }
  reload()
  return true
}

/** The fingerprinted names of all entry scripts: a build need not change each of them. */
const scriptsOf = (page: Document) =>
  Array.from(page.querySelectorAll('script[type="module"]'), script => script.getAttribute('src')).join()
