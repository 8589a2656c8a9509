import type { Location } from 'react-router'
import { paths } from '../paths.ts'

/** State of the sign-in screens in the history: where whoever has signed in goes. */
interface SignInState {
  readonly returnTo: string
}

/** The state for a visitor who must sign in to see a page. */
export function returnState({ pathname, search, hash }: Location): SignInState {
  return { returnTo: pathname + search + hash }
}

/** The path in the state of a sign-in screen; Home without one. */
export function readReturnPath(state: unknown): string {
  const { returnTo } = (state ?? {}) as Partial<SignInState>
  return typeof returnTo === 'string' ? returnTo : paths.home()
}
