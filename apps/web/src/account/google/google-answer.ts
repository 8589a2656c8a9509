import { paths } from '../../paths.ts'

let captured: string | undefined

/**
 * Takes what Google has answered out of the address, before anything else reads it: a token stands in no history
 * and no link. Called once, at start.
 */
export function captureGoogleAnswer(): void {
  const { pathname, hash } = location
  if (pathname !== paths.login() || !/[#&]state=/.test(hash)) return
  captured = hash.slice(1)
  history.replaceState(history.state, '', pathname)
}

/** Whether this visit began with an answer that nobody has taken yet. */
export const hasGoogleAnswer = () => captured !== undefined

/** That answer, a fragment without its `#`; undefined from the second time on. */
export function takeGoogleAnswer(): string | undefined {
  const answer = captured
  captured = undefined
  return answer
}
