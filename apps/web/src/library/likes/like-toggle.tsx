import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useToken } from '../../account/session.ts'
import { likesQuery } from './likes-query.ts'
import { setLiked } from './set-liked.ts'

interface Props {
  readonly trackId: string
  readonly describedBy?: string | undefined
  readonly className: string
}

/**
 * The heart for members. There may be hundreds, so each renders only when its own like changes. Invisible until likes
 * are loaded; if they cannot be, the track can still be liked.
 */
export default function LikeToggle({ trackId, describedBy, className }: Props) {
  const [isBeating, setBeating] = useState(false)
  const { data, isError } = useQuery({
    ...likesQuery(useToken()),
    select: likes => likes.has(trackId),
    // Hearts that scrolling adds must not refetch.
    refetchOnMount: false,
  })
  const liked = data ?? (isError ? false : undefined)
  if (liked === undefined) return <span className={`icon-button ${className}`} />
  return (
    <button
      type="button"
      aria-label={liked ? catalogueTexts.removeFromLikedSongs : catalogueTexts.addToLikedSongs}
      data-on={liked || undefined}
      aria-describedby={describedBy}
      data-beating={isBeating || undefined}
      className={`icon-button like-button ${className}`}
      onClick={() => {
        setBeating(!liked)
        void setLiked(trackId, !liked)
      }}
      onAnimationEnd={() => setBeating(false)}
    >
      <Heart aria-hidden className="size-5" fill={liked ? 'currentColor' : 'none'} />
    </button>
  )
}
