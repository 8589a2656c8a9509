import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { type ComponentType, lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '../../account/session.ts'
import { paths } from '../../paths.ts'
import { loadExtra } from '../../ui/loading/load-part.ts'
import { guestOrMember } from '../sign-in-prompt/guest-or-member.ts'

interface Props {
  readonly artistId: string
  readonly className?: string
}

// A separate chunk: guests do not need it. If it does not load, members get no button.
const FollowToggle = lazy<ComponentType<Required<Props>>>(() =>
  loadExtra(() => import('./follow-toggle.tsx')),
)

/** Follows an artist. For guests it looks disabled, and leads to the login. */
export function FollowButton({ artistId, className = '' }: Props) {
  const navigate = useNavigate()
  if (useToken() !== null)
    return (
      <Suspense
        fallback={<span className={`follow-button invisible ${className}`}>{catalogueTexts.unfollow}</span>}
      >
        <FollowToggle key={artistId} artistId={artistId} className={className} />
      </Suspense>
    )
  const followAsMember = () =>
    import('./set-followed.ts').then(({ setFollowed }) => setFollowed(artistId, true))
  return (
    <button
      type="button"
      title={catalogueTexts.logInToFollow}
      className={`follow-button ${className}`}
      onClick={() => void guestOrMember(() => navigate(paths.login()), followAsMember)}
    >
      {catalogueTexts.follow}
    </button>
  )
}
