import type { PictureOf } from '@refrain/contract/media/picture-address'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReachable } from '../../api/connection.ts'
import { startCoverTransition } from '../../media/cover-transition.ts'
import { Picture } from '../../media/picture.tsx'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'

export interface CardPlacement {
  /** Width of the picture, as in `<img sizes>`. */
  readonly sizes: string
  /** Visible at once: its picture is not loaded lazily. */
  readonly first?: boolean
}

interface Props extends CardPlacement {
  readonly to: string
  readonly picture: PictureOf
  readonly look: { readonly thumbhash: string; readonly color: string }
  readonly round?: boolean
  readonly title: string
  /** Whose album it is. */
  readonly by?: string
  readonly label: ReactNode
  /** Called when a pointer rests on the card or it gets the focus, to prefetch its page. */
  readonly onPrefetch: () => void
  /** Whether its page can be shown without the server. */
  readonly isCached: () => boolean
}

/** A picture and two lines that link to a page. */
export function Card({
  to,
  picture,
  look,
  round = false,
  title,
  by,
  label,
  sizes,
  first = false,
  onPrefetch,
  isCached,
}: Props) {
  const isMissing = !useReachable() && !isCached()
  const pointer = useHoverIntent(onPrefetch)
  return (
    <Link
      to={to}
      className="card"
      data-missing={isMissing || undefined}
      {...pointer}
      onFocus={onPrefetch}
      onClick={({ currentTarget }) => startCoverTransition(picture.ownerId, currentTarget.firstElementChild)}
    >
      <Picture
        of={picture}
        thumbhash={look.thumbhash}
        colour={look.color}
        sizes={sizes}
        first={first}
        round={round}
        name={title}
        by={by}
      />
      <span className="card-title">
        <bdi>{title}</bdi>
      </span>
      <span className="card-label">{isMissing ? catalogueTexts.notOffline : label}</span>
    </Link>
  )
}
