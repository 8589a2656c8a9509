import { Heart } from 'lucide-react'
import { useToken } from '../account/session.ts'
import { askToSignIn, prepareToAsk } from './ask-to-sign-in.ts'

interface Props {
  /** The element that names the track. */
  readonly describedBy: string
  readonly className?: string
}

/** The heart of a track; a guest is asked to sign in (PROP-17, READ-16). Members have none yet. */
export function LikeButton({ describedBy, className = '' }: Props) {
  if (useToken() !== null) return null
  return (
    <button
      type="button"
      aria-label="Add to Liked Songs"
      aria-pressed={false}
      aria-describedby={describedBy}
      className={`icon-button ${className}`}
      onClick={askToSignIn}
      onPointerEnter={prepareToAsk}
      onFocus={prepareToAsk}
    >
      <Heart aria-hidden className="size-5" />
    </button>
  )
}
