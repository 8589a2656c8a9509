import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { type Credit, splitCredit } from './split-credit.ts'

interface Props {
  readonly track: Credit
  readonly linkClassName?: string
}

/** A track's credit as it is written, in which each artist's name leads to their page. */
export function CreditLinks({ track, linkClassName = '' }: Props) {
  let at = 0
  return splitCredit(track).map(({ text, artistId }) => {
    const key = at
    at += text.length
    if (artistId === '') return <span key={key}>{text}</span>
    return (
      <Link key={key} to={paths.artist(artistId)} className={linkClassName}>
        <bdi>{text}</bdi>
      </Link>
    )
  })
}
