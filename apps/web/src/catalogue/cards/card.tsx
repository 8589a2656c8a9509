import type { PictureOf } from '@refrain/contract/media/picture-address'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { startCoverTransition } from '../../media/cover-transition.ts'
import { Picture } from '../../media/picture.tsx'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'

/** How and where the card of a record stands. */
export interface CardPlacement {
  /** How wide the picture is, as in `<img sizes>`. */
  readonly sizes: string
  /** In sight at once: its picture is not put off. */
  readonly first?: boolean
}

interface Props extends CardPlacement {
  readonly to: string
  readonly picture: PictureOf
  readonly look: { readonly thumbhash: string; readonly color: string }
  readonly round?: boolean
  readonly title: string
  readonly label: ReactNode
  /** A pointer or the focus is here: what the card leads to can be fetched. */
  readonly onNear: () => void
}

/** A picture and two lines, all of it a link to the page of the record. */
export function Card({
  to,
  picture,
  look,
  round = false,
  title,
  label,
  sizes,
  first = false,
  onNear,
}: Props) {
  const pointer = useHoverIntent(onNear)
  return (
    <Link
      to={to}
      className="card"
      {...pointer}
      onFocus={onNear}
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
      />
      <span className="card-title">
        <bdi>{title}</bdi>
      </span>
      <span className="card-label">{label}</span>
    </Link>
  )
}
