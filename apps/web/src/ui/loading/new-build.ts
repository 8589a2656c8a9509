import { SHELL_PATH } from '@refrain/contract/service-paths'

/** Says for which build a page has been opened anew: never twice for the same. */
const KEY = 'openedBuild'

let openAnew = () => location.reload()

/** @param open loads the address that the listener is on the way to, as a new document */
export function setReloadHandler(open: () => void): void {
  openAnew = open
}

/**
 * Where the server has another build than this page, opens the listener's destination in that one.
 * @returns whether that has begun
 */
export async function openNewBuild(): Promise<boolean> {
  try {
    const answer = await fetch(SHELL_PATH, { cache: 'no-store' })
    const theirs = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    if (!answer.ok || !theirs || theirs === scriptsOf(document)) return false
    if (sessionStorage.getItem(KEY) === theirs) return false
    sessionStorage.setItem(KEY, theirs)
  } catch {
    return false
  }
  openAnew()
  return true
}

/** The fingerprinted names of the scripts that a page begins with; not all of them change with each build. */
const scriptsOf = (page: Document) =>
  Array.from(page.querySelectorAll('script[type="module"]'), script => script.getAttribute('src')).join()
