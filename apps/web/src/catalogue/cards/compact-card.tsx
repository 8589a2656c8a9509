import type { PictureOf } from '@refrain/contract/media/picture-address'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '../../media/picture.tsx'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import './compact-card.css'

interface Props {
  readonly to: string
  readonly picture: PictureOf
  readonly look: { readonly thumbhash: string; readonly color: string }
  readonly round?: boolean
  readonly title: string
  readonly label: ReactNode
  readonly onPrefetch: () => void
}

/** A small picture and two lines beside it that link to a page. */
export function CompactCard({ to, picture, look, round = false, title, label, onPrefetch }: Props) {
  const pointer = useHoverIntent(onPrefetch)
  return (
    <Link to={to} className="compact-card" {...pointer} onFocus={onPrefetch}>
      <span className="size-10 flex-none">
        <Picture
          of={picture}
          thumbhash={look.thumbhash}
          colour={look.color}
          sizes="40px"
          round={round}
          className={round ? '' : 'rounded-small'}
        />
      </span>
      <span className="min-w-0">
        <span className="compact-card-title">
          <bdi>{title}</bdi>
        </span>
        <span className="compact-card-label">{label}</span>
      </span>
    </Link>
  )
}
