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
 * A member's heart (PROP-17). One of hundreds: it is drawn anew only where its own like changes. Until likes
 * are known it only keeps its place; where they cannot be had a track can be liked all the same.
 */
export default function LikeToggle({ trackId, describedBy, className }: Props) {
  const [beating, setBeating] = useState(false)
  const { data, isError } = useQuery({
    ...likesQuery(useToken()),
    select: likes => likes.has(trackId),
    // Whoever scrolls brings new hearts, and what they ask for was asked already.
    refetchOnMount: false,
  })
  const liked = data ?? (isError ? false : undefined)
  if (liked === undefined) return <span className={`icon-button ${className}`} />
  return (
    <button
      type="button"
      aria-label={liked ? 'Remove from Liked Songs' : 'Add to Liked Songs'}
      aria-pressed={liked}
      aria-describedby={describedBy}
      data-beating={beating || undefined}
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
