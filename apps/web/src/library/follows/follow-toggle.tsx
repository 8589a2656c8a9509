import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useToken } from '../../account/session.ts'
import { followsQuery } from './follows-query.ts'
import { setFollowed } from './set-followed.ts'

interface Props {
  readonly artistId: string
  readonly className: string
}

/**
 * Follow or Unfollow for members, as wide as the longer label. Invisible until follows are loaded; if they cannot be,
 * it says Follow, because following twice does no harm.
 */
export default function FollowToggle({ artistId, className }: Props) {
  const { data, isError } = useQuery({
    ...followsQuery(useToken()),
    select: ({ artistIds }) => artistIds.includes(artistId),
  })
  const followed = data ?? (isError ? false : undefined)
  if (followed === undefined)
    return <span className={`follow-button invisible ${className}`}>{catalogueTexts.unfollow}</span>
  return (
    <button
      type="button"
      data-follows={followed}
      className={`follow-button ${className}`}
      onClick={() => void setFollowed(artistId, !followed)}
    >
      <span aria-hidden className="invisible col-start-1 row-start-1">
        {catalogueTexts.unfollow}
      </span>
      <span className="col-start-1 row-start-1">
        {followed ? catalogueTexts.unfollow : catalogueTexts.follow}
      </span>
    </button>
  )
}
