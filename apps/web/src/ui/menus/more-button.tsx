import { commonTexts } from '@refrain/messages/en/common'
import { Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'
import { prefetchOptionsMenu } from './use-options-menu.tsx'

interface Props {
  readonly open: boolean
  readonly describedBy?: string
  readonly onPress: (event: MouseEvent<HTMLElement>) => void
  readonly className?: string
}

/** The three-dot button that opens an options menu. */
export function MoreButton({ open, describedBy, onPress, className = '' }: Props) {
  return (
    <button
      type="button"
      data-menu=""
      aria-label={commonTexts.moreOptions}
      aria-describedby={describedBy}
      aria-haspopup="menu"
      aria-expanded={open}
      className={`icon-button ${className}`}
      onClick={onPress}
      onPointerEnter={prefetchOptionsMenu}
      onFocus={prefetchOptionsMenu}
    >
      <Ellipsis aria-hidden className="size-5" />
    </button>
  )
}
