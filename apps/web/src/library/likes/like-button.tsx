import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { Heart } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useToken } from '../../account/session.ts'
import { loadExtra } from '../../ui/loading/load-part.ts'
import { guestOrMember } from '../sign-in-prompt/guest-or-member.ts'
import { openSignInPrompt, preloadSignInPrompt } from '../sign-in-prompt/sign-in-prompt.ts'

interface Props {
  readonly trackId: string
  /** Id of the element with the track's title; none on the track's own page. */
  readonly describedBy?: string | undefined
  readonly className?: string
}

// A separate chunk: guests do not need it. If it does not load, members get no button.
const LikeToggle = lazy<ComponentType<Props & { readonly className: string }>>(() =>
  loadExtra(() => import('./like-toggle.tsx')),
)

/** The heart of a track; guests are asked to sign in. */
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
      aria-label={catalogueTexts.addToLikedSongs}
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
