import { guestOrMember } from '../../library/sign-in-prompt/guest-or-member.ts'
import { openSignInPrompt } from '../../library/sign-in-prompt/sign-in-prompt.ts'
import { player } from '../../listening/player.ts'
import { useShortcut } from './use-shortcut.ts'

/** As the list of keys shows it. */
export const likeShortcut = { shown: 'L', does: 'Like' }

/** Likes what plays, or takes the like away; a guest is asked to sign in. */
export function useLikeShortcut(): void {
  useShortcut('l', () => {
    const { track } = player.getState()
    if (!track) return
    const like = () =>
      import('../../library/likes/like-by-key.ts').then(({ likeByKey }) => likeByKey(track.id))
    void guestOrMember(openSignInPrompt, like)
  })
}
