import { paths } from '../../paths.ts'
import { prefix } from '../../prefix.ts'

let captured: string | undefined

/**
 * Moves Google's response from the address into memory before anything else reads it, so that no history entry and no
 * link contains the token. Called once, at start.
 */
export function captureGoogleResponse(): void {
  const { pathname, hash } = location
  if (pathname !== prefix + paths.login() || !/[#&]state=/.test(hash)) return
  captured = hash.slice(1)
  history.replaceState(history.state, '', pathname)
}

/** Whether this visit began with a response that has not been taken yet. */
export const hasGoogleResponse = () => captured !== undefined

/** The response, a fragment without its `#`; undefined from the second call on. */
export function takeGoogleResponse(): string | undefined {
  const response = captured
  captured = undefined
  return response
}
