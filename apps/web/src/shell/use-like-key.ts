import { useToken } from '../account/session.ts'
import { askToSignIn } from '../library/ask-to-sign-in.ts'
import { player } from '../listening/player.ts'
import { useKey } from './use-key.ts'

/** As the list of keys shows it. */
export const likeKey = { shown: 'L', does: 'Like' }

/** Likes what plays: a guest is asked to sign in (PROP-17, READ-16). Members cannot like yet. */
export function useLikeKey(): void {
  const token = useToken()
  useKey('l', () => {
    if (token === null && player.getState().track) askToSignIn()
  })
}
