import { keepLocally, readLocally } from '../ui/local-storage.ts'

/** Local storage key, there while the listener has been asked and the browser has no answer. */
export const ASKED = 'askedToNotify'

export const wasAsked = () => readLocally(ASKED) !== null

export function rememberAsked(asked: boolean): void {
  keepLocally(ASKED, asked ? 'true' : null)
}
