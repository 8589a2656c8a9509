import type { ReactNode } from 'react'

interface Props {
  /** The card: a link. */
  readonly children: ReactNode
  /** A button over the lower right of its picture, beside the link: buttons in links are no use to the keyboard. */
  readonly play: ReactNode
}

/** A card with a play button. */
export function CardFrame({ children, play }: Props) {
  return (
    <div className="card-frame">
      {children}
      <div className="card-play">{play}</div>
    </div>
  )
}
