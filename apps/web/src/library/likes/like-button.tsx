import { Heart } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useToken } from '../../account/session.ts'
import { guestOrMember } from '../sign-in-prompt/guest-or-member.ts'
import { openSignInPrompt, preloadSignInPrompt } from '../sign-in-prompt/sign-in-prompt.ts'

interface Props {
  readonly trackId: string
  /** The element that names the track; none where the screen is the track's. */
  readonly describedBy?: string | undefined
  readonly className?: string
}

// Guests do without its code; where it cannot be had, so do members.
const LikeToggle = lazy<ComponentType<Props & { readonly className: string }>>(() =>
  import('./like-toggle.tsx').catch(() => ({ default: () => null })),
)

/** The heart of a track; a guest is asked to sign in (PROP-17, READ-16). */
export function LikeButton({ trackId, describedBy, className = '' }: Props) {
  if (useToken() !== null)
    return (
      <Suspense fallback={<span className={`icon-button ${className}`} />}>
        <LikeToggle key={trackId} trackId={trackId} describedBy={describedBy} className={className} />
      </Suspense>
    )
  const likeAsMember = () => import('./set-liked.ts').then(({ setLiked }) => setLiked(trackId, true))
  return (
    <button
      type="button"
      aria-label="Add to Liked Songs"
      aria-pressed={false}
      aria-describedby={describedBy}
      className={`icon-button ${className}`}
      onClick={() => void guestOrMember(openSignInPrompt, likeAsMember)}
      onPointerEnter={preloadSignInPrompt}
      onFocus={preloadSignInPrompt}
    >
      <Heart aria-hidden className="size-5" />
    </button>
  )
}
