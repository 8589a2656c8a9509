import { guestOrMember } from '../../library/sign-in-prompt/guest-or-member.ts'
import { openSignInPrompt } from '../../library/sign-in-prompt/sign-in-prompt.ts'
import { player } from '../../listening/engine/player.ts'
import { useShortcut } from './use-shortcut.ts'

export const likeShortcut = { shown: 'L', does: 'like' } as const

/** Toggles the like of the current track; asks guests to sign in. */
export function useLikeShortcut(): void {
  useShortcut('l', () => {
    const { track } = player.getState()
    if (!track) return
    const like = () =>
      import('../../library/likes/like-by-key.ts').then(({ likeByKey }) => likeByKey(track.id))
    void guestOrMember(openSignInPrompt, like)
  })
}
