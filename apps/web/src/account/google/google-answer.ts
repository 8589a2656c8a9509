import { paths } from '../../paths.ts'

let captured: string | undefined

/**
 * Moves Google's answer from the address into memory before anything else reads it, so that no history entry and no
 * link contains the token. Called once, at start.
 */
export function captureGoogleAnswer(): void {
  const { pathname, hash } = location
  if (pathname !== paths.login() || !/[#&]state=/.test(hash)) return
  captured = hash.slice(1)
  history.replaceState(history.state, '', pathname)
}

/** Whether this visit began with an answer that has not been taken yet. */
export const hasGoogleAnswer = () => captured !== undefined

/** The answer, a fragment without its `#`; undefined from the second call on. */
export function takeGoogleAnswer(): string | undefined {
  const answer = captured
  captured = undefined
  return answer
}
